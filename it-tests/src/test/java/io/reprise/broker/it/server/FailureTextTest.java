package io.reprise.broker.it.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailureTextTest {

    @Test
    void findsTheLastCauseOfTheFirstFailedService() {
        String said = """
                {"WFLYCTL0062: Composite operation failed and was rolled back. Steps that failed:" => {"Operation step-1" => {
                    "WFLYCTL0080: Failed services" => {"jboss.deployment.subunit.\\"a.ear\\".\\"a.rar\\".INSTALL" => "WFLYSRV0153: Failed
                    Caused by: org.jboss.as.DeploymentException: outer
                    Caused by: java.lang.IllegalStateException: property 'prefetch' is \\"x\\""},
                    "WFLYCTL0412: Required services that are not installed:" => ["b"]}}}""";

        assertThat(FailureText.oneLine(said))
                .isEqualTo("java.lang.IllegalStateException: property 'prefetch' is \"x\"");
    }

    @Test
    void keepsAFailureWithoutServicesInOneLine() {
        assertThat(FailureText.oneLine("WFLYCTL0216: Management resource\n  not found"))
                .isEqualTo("WFLYCTL0216: Management resource not found");
    }
}
