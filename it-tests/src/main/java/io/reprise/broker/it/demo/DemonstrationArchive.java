package io.reprise.broker.it.demo;

import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Packs the demonstration as the web application {@code demo.war}. */
public final class DemonstrationArchive {

    public static final String NAME = "demo.war";

    private DemonstrationArchive() {}

    public static WebArchive create() {
        return ShrinkWrap.create(WebArchive.class, NAME)
                .addClasses(
                        AllEarthquakes.class,
                        DemonstrationResult.class,
                        DemonstrationServlet.class,
                        Earthquake.class,
                        EarthquakePublisher.class,
                        LiveServlet.class,
                        Receipt.class,
                        Receipts.class,
                        StrongEarthquakes.class,
                        Tally.class)
                .addAsResource("io/reprise/broker/it/demo/earthquakes.jsonl")
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml");
    }
}
