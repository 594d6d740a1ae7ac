package io.reprise.broker.it.crash;

import io.reprise.broker.it.suite.BrokerEar;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Packs the application under load as {@code load.war}. */
final class LoadArchive {

    /** At a boot it waits for the broker's deployment (WILDFLY.md 18). */
    private static final String AFTER_THE_BROKER = """
            <jboss xmlns="urn:jboss:1.0">
                <jboss-deployment-dependencies xmlns="urn:jboss:deployment-dependencies:1.0">
                    <dependency name="%s"/>
                </jboss-deployment-dependencies>
            </jboss>
            """.formatted(BrokerEar.NAME);

    private LoadArchive() {}

    static WebArchive create() {
        return ShrinkWrap.create(WebArchive.class, "load.war")
                .addClasses(AckRecord.class, AckRecord.Known.class)
                .addClass(CrashPoint.class)
                .addClasses(CrashPoint.class.getDeclaredClasses())
                .addClass(CrashPointRecovery.class)
                .addClasses(CrashPointRecovery.class.getDeclaredClasses())
                .addClasses(LoadFolder.class, LoadMessage.class, LoadPublisher.class, LoadServlet.class)
                .addClasses(Presentation.class, Presentation.ThreadLines.class)
                .addClasses(LoadSwitch.class, EffectTable.class, Work.class, Next.class, PreparedFile.class)
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml")
                .addAsManifestResource(new StringAsset(AFTER_THE_BROKER), "jboss-all.xml")
                .setManifest(new StringAsset("Manifest-Version: 1.0\nDependencies: org.jboss.jts\n"));
    }
}
