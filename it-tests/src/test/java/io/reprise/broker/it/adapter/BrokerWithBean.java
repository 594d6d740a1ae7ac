package io.reprise.broker.it.adapter;

import io.reprise.broker.it.adapter.probe.InnerBean;
import io.reprise.broker.it.suite.BrokerEar;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.EnterpriseArchive;
import org.jboss.shrinkwrap.api.spec.JavaArchive;

/** The built EAR with one more module: a bean. */
final class BrokerWithBean {
    private static final String DESCRIPTOR = "META-INF/application.xml";

    private BrokerWithBean() {}

    static EnterpriseArchive archive() {
        EnterpriseArchive ear = ShrinkWrap.create(ZipImporter.class, BrokerEar.NAME)
                .importFrom(BrokerEar.file().toFile())
                .as(EnterpriseArchive.class);
        String descriptor = read(ear).replace("</application>", "<module><ejb>inner.jar</ejb></module></application>");
        ear.delete(DESCRIPTOR);
        return ear.addAsModule(ShrinkWrap.create(JavaArchive.class, "inner.jar").addClass(InnerBean.class))
                .setApplicationXML(new StringAsset(descriptor));
    }

    private static String read(EnterpriseArchive ear) {
        try (InputStream in = ear.get(DESCRIPTOR).getAsset().openStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
