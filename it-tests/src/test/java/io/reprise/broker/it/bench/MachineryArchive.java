package io.reprise.broker.it.bench;

import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.JavaArchive;
import org.jboss.shrinkwrap.api.spec.ResourceAdapterArchive;

/** Packs {@link MachineryAdapter}. */
final class MachineryArchive {
    static final String NAME = "bench-adapter.rar";

    private static final String RA_XML =
            """
            <connector xmlns="https://jakarta.ee/xml/ns/jakartaee" version="2.1" metadata-complete="true">
              <vendor-name>Reprise</vendor-name>
              <eis-type>none</eis-type>
              <resourceadapter-version>1</resourceadapter-version>
              <resourceadapter>
                <resourceadapter-class>%s</resourceadapter-class>
                <inbound-resourceadapter>
                  <messageadapter>
                    <messagelistener>
                      <messagelistener-type>jakarta.jms.MessageListener</messagelistener-type>
                      <activationspec>
                        <activationspec-class>%s</activationspec-class>
                      </activationspec>
                    </messagelistener>
                  </messageadapter>
                </inbound-resourceadapter>
              </resourceadapter>
            </connector>
            """.formatted(MachineryAdapter.class.getName(), MachineryActivation.class.getName());

    private MachineryArchive() {}

    static ResourceAdapterArchive create() {
        JavaArchive classes = ShrinkWrap.create(JavaArchive.class, "bench-adapter.jar")
                .addClasses(
                        IdleResource.class, MachineryActivation.class, MachineryAdapter.class, MachinerySession.class);
        return ShrinkWrap.create(ResourceAdapterArchive.class, NAME)
                .addAsLibrary(classes)
                .addAsManifestResource(new StringAsset(RA_XML), "ra.xml");
    }
}
