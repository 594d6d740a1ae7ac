package io.reprise.broker.engine;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.Date;
import java.util.Timer;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;

/** STYLE 1–3 for the engine and the model: what decides is plain Java, and the directory listing is the architecture. */
@AnalyzeClasses(
        packages = {"io.reprise.broker.engine", "io.reprise.broker.model"},
        importOptions = {DoNotIncludeTests.class, ArchitectureTest.DoNotIncludeTestJars.class})
class ArchitectureTest {

    /** The model's tests reach this module packed, where nothing but the jar's name says that they are tests. */
    static final class DoNotIncludeTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    private static final String[] CORE = {
        "io.reprise.broker.engine.log..",
        "io.reprise.broker.engine.state..",
        "io.reprise.broker.engine.routing..",
        "io.reprise.broker.engine.endpoint..",
        "io.reprise.broker.engine.selector..",
        "io.reprise.broker.engine.deliver..",
        "io.reprise.broker.engine.replay..",
        "io.reprise.broker.engine.live..",
        "io.reprise.broker.engine.commit..",
        "io.reprise.broker.engine.change..",
        "io.reprise.broker.engine.duty..",
        "io.reprise.broker.engine.vpn..",
        "io.reprise.broker.engine.metrics.."
    };

    @ArchTest
    static final ArchRule theModelKnowsJavaAndPersistenceAnnotationsOnly = classes()
            .that()
            .resideInAPackage("io.reprise.broker.model..")
            .and()
            .resideOutsideOfPackage("io.reprise.broker.model.json..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.transaction.xa..",
                    "org.jspecify..",
                    "jakarta.persistence..",
                    "io.reprise.broker.model..");

    @ArchTest
    static final ArchRule jsonIsReadForAllInOnePlace = classes()
            .that()
            .resideInAPackage("io.reprise.broker.model.json..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", "jakarta.json..", "io.reprise.broker.model.error..");

    @ArchTest
    static final ArchRule onlyTheModelsEntitiesArePersistent = noClasses()
            .that()
            .resideInAPackage("io.reprise.broker.model..")
            .and()
            .resideOutsideOfPackages("io.reprise.broker.model.store..", "io.reprise.broker.model.json..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("jakarta..");

    @ArchTest
    static final ArchRule whatDecidesIsPlainJava = noClasses()
            .that()
            .resideInAnyPackage(CORE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("jakarta..");

    @ArchTest
    static final ArchRule theStoreAloneSpeaksToTheDatabase = noClasses()
            .that()
            .resideOutsideOfPackages("io.reprise.broker.engine.store..", "io.reprise.broker.model.store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "java.sql..",
                    "org.hibernate..",
                    "jakarta.persistence..",
                    "org.flywaydb..",
                    "org.mariadb..",
                    "com.zaxxer..");

    @ArchTest
    static final ArchRule selectorsAloneKnowTheirLibrary = noClasses()
            .that()
            .resideOutsideOfPackage("io.reprise.broker.engine.selector..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.activemq..");

    @ArchTest
    static final ArchRule theSessionBeansAloneKnowTheContainer = noClasses()
            .that()
            .resideOutsideOfPackage("io.reprise.broker.engine.lifecycle..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("jakarta.ejb..", "jakarta.annotation..", "jakarta.enterprise..", "jakarta.inject..");

    @ArchTest
    static final ArchRule theEngineKnowsNeitherAdapterNorWeb = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.reprise.broker.ra..",
                    "io.reprise.broker.web..",
                    "io.reprise.broker.it..",
                    "jakarta.jms..",
                    "jakarta.resource..",
                    "jakarta.ws.rs..",
                    "jakarta.servlet..");

    @ArchTest
    static final ArchRule theLayersOfTheEngine = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("log")
            .definedBy("io.reprise.broker.engine.log..")
            .layer("store")
            .definedBy("io.reprise.broker.engine.store..")
            .layer("state")
            .definedBy("io.reprise.broker.engine.state..")
            .layer("deliver")
            .definedBy("io.reprise.broker.engine.deliver..")
            .layer("live")
            .definedBy("io.reprise.broker.engine.live..")
            .layer("commit")
            .definedBy("io.reprise.broker.engine.commit..")
            .layer("duty")
            .definedBy("io.reprise.broker.engine.duty..")
            .layer("vpn")
            .definedBy("io.reprise.broker.engine.vpn..")
            .layer("lifecycle")
            .definedBy("io.reprise.broker.engine.lifecycle..")
            .whereLayer("lifecycle")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("vpn")
            .mayOnlyBeAccessedByLayers("lifecycle")
            .whereLayer("duty")
            .mayOnlyBeAccessedByLayers("vpn")
            .whereLayer("commit")
            .mayOnlyBeAccessedByLayers("duty", "vpn")
            .whereLayer("deliver")
            .mayOnlyBeAccessedByLayers("live", "commit", "duty", "vpn")
            .whereLayer("live")
            .mayOnlyBeAccessedByLayers("commit", "duty", "vpn")
            .whereLayer("state")
            .mayOnlyBeAccessedByLayers("deliver", "live", "commit", "duty", "vpn");

    @ArchTest
    static final ArchRule theEnginesPackagesHaveNoCycles =
            slices().matching("io.reprise.broker.engine.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule theModelsPackagesHaveNoCycles =
            slices().matching("io.reprise.broker.model.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule threadsAreGivenNeverMade = noClasses()
            .should()
            .callConstructorWhere(JavaCall.Predicates.target(
                    com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner(
                            com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo(Thread.class))))
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Executors.class, ThreadPoolExecutor.class, Timer.class);

    @ArchTest
    static final ArchRule timeComesIn = noClasses()
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Date.class);

    @ArchTest
    static final ArchRule nothingIsPrinted = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    @ArchTest
    static final ArchRule logsGoThroughTheSystemLogger = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

    @ArchTest
    static final ArchRule noPackageIsADumpingGround =
            noClasses().should().resideInAnyPackage("..util..", "..common..", "..dto..", "..impl..", "..helper..");

    @ArchTest
    static final ArchRule noClassIsNamedForNothing =
            noClasses().should().haveNameMatching(".*(Manager|Impl|Util|Utils|Helper)");
}
