package io.reprise.broker.it.adapter.probe;

import java.io.Serializable;

/** A class that only the application knows. */
public record Parcel(int weight) implements Serializable {}
