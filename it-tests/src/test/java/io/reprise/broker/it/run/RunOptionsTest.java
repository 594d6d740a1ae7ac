package io.reprise.broker.it.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class RunOptionsTest {

    private final Properties given = new Properties();

    @Test
    void keepsTheDataInTheUsersOwnFolderAndAnswersOnPort8080() {
        given.setProperty("user.home", "/home/ada");

        RunOptions options = RunOptions.of(given);

        assertThat(options)
                .isEqualTo(new RunOptions(Path.of("/home/ada/.local/share/reprise"), 8080, 0, 0, 512, false));
    }

    @Test
    void takesWhatIsGiven() {
        given.setProperty("run.data", "/srv/reprise");
        given.setProperty("run.http.port", "0");
        given.setProperty("run.management.port", "9990");
        given.setProperty("run.db.port", "3307");
        given.setProperty("run.heap", "1024");
        given.setProperty("run.exit", "true");

        assertThat(RunOptions.of(given)).isEqualTo(new RunOptions(Path.of("/srv/reprise"), 0, 9990, 3307, 1024, true));
    }

    @Test
    void takesABareExitForYes() {
        given.setProperty("run.exit", "");

        assertThat(RunOptions.of(given).exit()).isTrue();
    }

    @Test
    void namesTheOptionAndWhatIsAllowed() {
        given.setProperty("run.db.port", "70000");

        assertThatThrownBy(() -> RunOptions.of(given))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("-Drun.db.port=70000: it must be a number from 0 to 65535");
    }

    @Test
    void refusesAnExitThatIsNeitherYesNorNo() {
        given.setProperty("run.exit", "perhaps");

        assertThatThrownBy(() -> RunOptions.of(given)).hasMessage("-Drun.exit=perhaps: it must be true or false");
    }
}
