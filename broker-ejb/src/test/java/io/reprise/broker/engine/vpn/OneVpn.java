package io.reprise.broker.engine.vpn;

import io.reprise.broker.model.management.VpnSettings;
import io.reprise.broker.model.vpn.VpnName;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one VPN of a test, {@code default}, for definitions.
 *
 * @param life asked each time the VPN is sought
 */
record OneVpn(Supplier<@Nullable VpnLife> life) implements EngineDefinitions.Vpns {
    @Override
    public @Nullable VpnLife find(String name) {
        VpnLife sought = life.get();
        return name.equals("default") ? sought : null;
    }

    @Override
    public void create(VpnName name, VpnSettings settings) {
        throw new AssertionError("VPN " + name + " is made");
    }
}
