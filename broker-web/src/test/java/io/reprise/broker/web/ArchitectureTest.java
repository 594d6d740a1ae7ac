package io.reprise.broker.web;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** STYLE 3 for this module: HTTP here and nowhere else, the engine through the seam alone. */
@AnalyzeClasses(packages = "io.reprise.broker.web", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule seesTheSeamOnly = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.naming..",
                    "org.jspecify..",
                    "io.reprise.broker.model..",
                    "io.reprise.broker.web..",
                    "jakarta.ws.rs..",
                    "jakarta.servlet..",
                    "jakarta.websocket..",
                    "jakarta.annotation",
                    "jakarta.json..",
                    "jakarta.ejb",
                    "jakarta.enterprise..",
                    "org.eclipse.microprofile.health",
                    "jakarta.annotation.security",
                    "org.wildfly.security..",
                    "org.apache.hc..");

    @ArchTest
    static final ArchRule sendsRequestsInOnePlace = noClasses()
            .that()
            .haveNameNotMatching(".*\\.push\\.HttpPoster(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache..", "java.net.http..");

    @ArchTest
    static final ArchRule asksTheSecurityDomainInOnePlace = noClasses()
            .that()
            .resideOutsideOfPackage("io.reprise.broker.web.security")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.wildfly..");

    /** Most servers haven't got it: what else depended on it could not be loaded there. */
    @ArchTest
    static final ArchRule knowsMicroProfileHealthWhereItIsThereOnly = noClasses()
            .that()
            .haveNameNotMatching(".*\\.health\\.(HealthProcedures|ProcedureBean)")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.eclipse.microprofile..");

    @ArchTest
    static final ArchRule offersBeansInOnePlace = noClasses()
            .that()
            .haveNameNotMatching(".*\\.health\\.(MicroProfileHealth|HealthProcedures|ProcedureBean)")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "jakarta.enterprise.inject..", "jakarta.enterprise.event..", "jakarta.enterprise.context..");

    @ArchTest
    static final ArchRule looksNothingUpButTheBroker = noClasses()
            .that()
            .doNotHaveSimpleName("JndiBrokerSource")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("javax.naming..", "jakarta.ejb..");

    /** What waits for a thread of the server's, or has one do something; everything else of that package makes threads, or goes with them. */
    private static final Set<String> HANDING_OVER = Set.of(
            Executor.class.getName(),
            Future.class.getName(),
            RejectedExecutionException.class.getName(),
            ScheduledExecutorService.class.getName(),
            ScheduledFuture.class.getName(),
            Semaphore.class.getName(),
            ThreadFactory.class.getName(),
            TimeUnit.class.getName());

    @ArchTest
    static final ArchRule makesNoThreads = noClasses()
            .should()
            .dependOnClassesThat(describe(
                    "make threads",
                    type -> type.getPackageName().startsWith("java.util.concurrent")
                            && !HANDING_OVER.contains(type.getName())))
            .orShould()
            .callConstructor(Thread.class, Runnable.class);

    @ArchTest
    static final ArchRule asksAClockForTheTime = noClasses()
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule printsNothing = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    @ArchTest
    static final ArchRule logsThroughSystemLogger = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

    @ArchTest
    static final ArchRule hasNoCycles =
            slices().matching("io.reprise.broker.web.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule keepsResourcesApart = slices().matching(
                    "io.reprise.broker.web.(management|messaging|receive|live|health)..")
            .should()
            .notDependOnEachOther();
}
