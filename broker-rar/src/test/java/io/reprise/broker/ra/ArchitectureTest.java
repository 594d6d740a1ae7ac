package io.reprise.broker.ra;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.properties.HasOwner;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.Date;
import java.util.Timer;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

/** STYLE 1 and 3 for the adapter: JCA and Jakarta Messaging here and nowhere else, the engine through the seam alone. */
@AnalyzeClasses(packages = "io.reprise.broker.ra", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule seesTheSeamOnly = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.naming..",
                    "javax.security.auth..",
                    "javax.transaction.xa..",
                    "org.jspecify..",
                    "org.apache.qpid.jms..",
                    "org.jboss.tm..",
                    "jakarta.jms..",
                    "jakarta.resource..",
                    "jakarta.transaction..",
                    "io.reprise.broker.model..",
                    "io.reprise.broker.ra..");

    @ArchTest
    static final ArchRule knowsNothingOfHowMessagesAreStored =
            noClasses().should().dependOnClassesThat().resideInAPackage("io.reprise.broker.model.store..");

    @ArchTest
    static final ArchRule theMessagingFaceWorksWithoutAContainer = noClasses()
            .that()
            .resideInAPackage("io.reprise.broker.ra.jms..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("jakarta.resource..", "jakarta.transaction..", "javax.naming..");

    @ArchTest
    static final ArchRule theClientLibraryShowsInTheFaceAndTheConnectionsOnly = noClasses()
            .that()
            .resideOutsideOfPackages("io.reprise.broker.ra.jms..", "io.reprise.broker.ra.outbound..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.qpid..");

    @ArchTest
    static final ArchRule theServersOwnClassesShowInOnePlaceOnly = noClasses()
            .that()
            .resideOutsideOfPackage("io.reprise.broker.ra.xa..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.jboss..");

    @ArchTest
    static final ArchRule namesAreLookedUpInOnePlace = noClasses()
            .that()
            .doNotHaveSimpleName("ServerNaming")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("javax.naming.InitialContext");

    @ArchTest
    static final ArchRule threadsAreTheServers = noClasses()
            .should()
            .callConstructorWhere(made(Thread.class))
            .orShould()
            .callConstructorWhere(made(Timer.class))
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Executors.class, ThreadPoolExecutor.class);

    @ArchTest
    static final ArchRule asksAClockForTheTime = noClasses()
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Date.class);

    @ArchTest
    static final ArchRule printsNothing = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    @ArchTest
    static final ArchRule logsThroughSystemLogger = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

    @ArchTest
    static final ArchRule hasNoCycles =
            slices().matching("io.reprise.broker.ra.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule noPackageIsADumpingGround =
            noClasses().should().resideInAnyPackage("..util..", "..common..", "..dto..", "..impl..", "..helper..");

    private static DescribedPredicate<JavaCall<?>> made(Class<?> type) {
        return JavaCall.Predicates.target(HasOwner.Predicates.With.owner(JavaClass.Predicates.assignableTo(type)));
    }
}
