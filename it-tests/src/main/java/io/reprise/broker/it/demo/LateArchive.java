package io.reprise.broker.it.demo;

import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Packs the late joiner as the web application {@code late.war}. */
public final class LateArchive {

    public static final String NAME = "late.war";

    private LateArchive() {}

    public static WebArchive create() {
        return ShrinkWrap.create(WebArchive.class, NAME)
                .addClasses(
                        Earthquake.class,
                        LateJoiner.class,
                        LateResult.class,
                        LateServlet.class,
                        Receipt.class,
                        Receipts.class,
                        Tally.class)
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml");
    }
}
