package io.reprise.broker.model.endpoint;

/** What others than the owner may do with an endpoint; each includes the ones before it. */
public enum Permission implements SempName {
    NO_ACCESS("no-access"),
    READ_ONLY("read-only"),
    CONSUME("consume"),
    MODIFY_TOPIC("modify-topic"),
    DELETE("delete");

    private final String sempName;

    Permission(String sempName) {
        this.sempName = sempName;
    }

    @Override
    public String sempName() {
        return sempName;
    }

    public boolean includes(Permission wanted) {
        return compareTo(wanted) >= 0;
    }
}
