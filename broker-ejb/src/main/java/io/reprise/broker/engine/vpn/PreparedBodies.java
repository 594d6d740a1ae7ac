package io.reprise.broker.engine.vpn;

import io.reprise.broker.engine.commit.BranchBody;
import io.reprise.broker.engine.deliver.MessageReader;
import io.reprise.broker.engine.log.BodyLocation;
import io.reprise.broker.engine.log.MessageSlot;
import io.reprise.broker.engine.log.UploadRef;
import io.reprise.broker.engine.state.BranchState;
import io.reprise.broker.engine.store.VpnStore;
import io.reprise.broker.model.store.LogEntry;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bodies of a prepared branch, read from its prepare's entry on the caller's thread for the commit's own [LOG.md L26].
 * Large ones are uploaded anew, since the prepare's uploads go with its entry.
 *
 * @param bodies in the order of the branch's messages
 * @param upload what was uploaded for them; null if nothing
 */
record PreparedBodies(List<BranchBody> bodies, @Nullable UploadRef upload) {

    static PreparedBodies read(BranchState branch, VpnStore store, MessageReader reader) {
        List<MessageSlot> messages = branch.work().messages();
        if (messages.isEmpty()) {
            return new PreparedBodies(List.of(), null);
        }
        byte[] entryBody = entryBody(branch.prepareCommitNo(), store);
        List<byte[]> contents = new ArrayList<>(messages.size());
        long sum = 0;
        for (MessageSlot slot : messages) {
            byte[] content = slot.body().equals(BodyLocation.NOWHERE) ? new byte[0] : reader.content(entryBody, slot);
            contents.add(content);
            sum += content.length;
        }
        return sum > MessageEncoding.UPLOAD_FROM_BYTES ? uploaded(messages, contents, store) : inline(contents);
    }

    private static byte[] entryBody(long commitNo, VpnStore store) {
        List<LogEntry> entries = store.readEntries(commitNo, 1, 1);
        byte[] body = entries.isEmpty() ? null : entries.get(0).body();
        return body == null ? new byte[0] : body;
    }

    private static PreparedBodies inline(List<byte[]> contents) {
        return new PreparedBodies(
                contents.stream()
                        .map(content -> new BranchBody(content, BodyLocation.NOWHERE))
                        .toList(),
                null);
    }

    private static PreparedBodies uploaded(List<MessageSlot> messages, List<byte[]> contents, VpnStore store) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        contents.forEach(all::writeBytes);
        UploadRef upload = new UploadRef(store.epoch(), store.upload(all.toByteArray()));
        List<BranchBody> bodies = new ArrayList<>(contents.size());
        int offset = 0;
        for (int i = 0; i < contents.size(); i++) {
            int length = contents.get(i).length;
            bodies.add(new BranchBody(
                    new byte[0],
                    new BodyLocation(
                            upload, offset, length, messages.get(i).body().crc32c())));
            offset += length;
        }
        return new PreparedBodies(bodies, upload);
    }
}
