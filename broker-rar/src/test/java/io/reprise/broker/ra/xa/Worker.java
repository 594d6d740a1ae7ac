package io.reprise.broker.ra.xa;

import io.reprise.broker.model.message.Message;
import io.reprise.broker.model.topic.TopicName;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A participant by hand that notes what it is told. */
final class Worker implements BranchParticipant {
    final List<String> told = new CopyOnWriteArrayList<>();
    private @Nullable Branch branch;

    void publish(String text) {
        if (branch == null) {
            throw new IllegalStateException("not joined");
        }
        branch.unit().publish(Message.to(TopicName.of("a/b")).text(text).build());
    }

    @Nullable
    Branch branch() {
        return branch;
    }

    @Override
    public void join(Branch joined) {
        told.add("join");
        branch = joined;
    }

    @Override
    public void leave() {
        told.add("leave");
    }

    @Override
    public void settled(Branch decided) {
        told.add("settled " + decided.state());
    }

    @Override
    public void returned(Branch decided) {
        told.add("returned " + decided.state());
    }
}
