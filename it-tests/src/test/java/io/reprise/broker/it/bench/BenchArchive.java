package io.reprise.broker.it.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Packs the application: for both brokers the same classes, only the descriptors name the broker. */
final class BenchArchive {
    /** The queue of Reprise's bean without a transaction. */
    static final String DUPS_OK_QUEUE = "bench-dups-ok";

    private final Peer peer;
    private final List<Integer> sessions;

    private BenchArchive(Peer peer, List<Integer> sessions) {
        this.peer = peer;
        this.sessions = sessions;
    }

    /** With a bean for each of these numbers of sessions, on a queue of its own. */
    static WebArchive of(Peer peer, List<Integer> sessions) {
        return new BenchArchive(peer, sessions).create();
    }

    /** The queue whose bean has so many sessions. */
    static String queueWith(int sessions) {
        return "bench-mdb-" + sessions;
    }

    private WebArchive create() {
        return ShrinkWrap.create(WebArchive.class, peer.application())
                .addClasses(
                        CountingBean.class,
                        LimitedSender.class,
                        Load.class,
                        Load.Step.class,
                        Load.StepFactory.class,
                        Measured.class,
                        MeasuringServlet.class,
                        Received.class,
                        ReplayServlet.class,
                        Sender.class,
                        Window.class)
                .addAsWebInfResource(new StringAsset(webXml()), "web.xml")
                .addAsWebInfResource(new StringAsset(ejbJarXml()), "ejb-jar.xml")
                .addAsWebInfResource(new StringAsset(jbossEjb3Xml()), "jboss-ejb3.xml");
    }

    private String webXml() {
        return """
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
                  <resource-ref>
                    <res-ref-name>jms/factory</res-ref-name>
                    <res-type>jakarta.jms.ConnectionFactory</res-type>
                    <lookup-name>%s</lookup-name>
                  </resource-ref>
                </web-app>
                """.formatted(peer.connectionFactory());
    }

    private String ejbJarXml() {
        StringBuilder beans = new StringBuilder();
        for (int count : sessions) {
            beans.append(bean(queueWith(count), "Container", peer.activation(queueWith(count), count)));
        }
        if (peer == Peer.REPRISE) {
            beans.append(bean(DUPS_OK_QUEUE, "Bean", dupsOk()));
        }
        return """
                <ejb-jar xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0">
                  <enterprise-beans>
                %s  </enterprise-beans>
                </ejb-jar>
                """.formatted(beans);
    }

    private Map<String, String> dupsOk() {
        Map<String, String> properties = new HashMap<>(peer.activation(DUPS_OK_QUEUE, BenchRow.DUPS_OK.sessions()));
        properties.put("acknowledgeMode", "Dups-ok-acknowledge");
        return properties;
    }

    private static String bean(String queue, String transactions, Map<String, String> properties) {
        return """
                    <message-driven>
                      <ejb-name>%s</ejb-name>
                      <ejb-class>%s</ejb-class>
                      <messaging-type>jakarta.jms.MessageListener</messaging-type>
                      <transaction-type>%s</transaction-type>
                      <activation-config>
                %s      </activation-config>
                    </message-driven>
                """.formatted(queue, CountingBean.class.getName(), transactions, text(properties));
    }

    private static String text(Map<String, String> properties) {
        StringBuilder text = new StringBuilder();
        properties.forEach((name, value) -> text.append(property(name, value)));
        return text.toString();
    }

    private static String property(String name, String value) {
        return """
                        <activation-config-property>
                          <activation-config-property-name>%s</activation-config-property-name>
                          <activation-config-property-value>%s</activation-config-property-value>
                        </activation-config-property>
                """.formatted(name, value);
    }

    private String jbossEjb3Xml() {
        return """
                <jboss:ejb-jar xmlns:jboss="urn:jboss:jakartaee:1.0" xmlns="https://jakarta.ee/xml/ns/jakartaee"
                               xmlns:mdb="urn:resource-adapter-binding:2.0" version="4.0" impl-version="2.0">
                  <assembly-descriptor>
                    <mdb:resource-adapter-binding>
                      <ejb-name>*</ejb-name>
                      <mdb:resource-adapter-name>%s</mdb:resource-adapter-name>
                    </mdb:resource-adapter-binding>
                  </assembly-descriptor>
                </jboss:ejb-jar>
                """.formatted(peer.adapter());
    }
}
