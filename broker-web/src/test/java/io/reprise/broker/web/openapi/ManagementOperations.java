package io.reprise.broker.web.openapi;

import io.reprise.broker.model.error.ErrorCode;
import java.util.List;

/** Descriptions of the resources under {@code SEMP/v2/config} and {@code monitor}. A new resource's methods get theirs here. */
final class ManagementOperations {
    static final String EMPTY = "{}";
    private static final String VERSION = "Without If-Match the newest version is taken.";

    private ManagementOperations() {}

    static List<Description> all() {
        return List.of(
                Description.of("ConfigVpns.list", "The VPNs and their settings, in the order of names.")
                        .list("MsgVpn"),
                Description.of("ConfigVpns.read", "A VPN's settings.")
                        .object("MsgVpn")
                        .versioned(),
                Description.of("ConfigVpns.create", "Creates a VPN, which is served when the answer comes.")
                        .takes("MsgVpn", "{'msgVpnName':'orders','maxMsgSpoolUsage':500}")
                        .object("MsgVpn")
                        .refuses(ErrorCode.ALREADY_EXISTS, ErrorCode.MISSING_PARAMETER),
                Description.of(
                                "ConfigVpns.replace",
                                "Replaces a VPN's settings, or creates the VPN; what is not given takes its default. "
                                        + VERSION)
                        .takes("MsgVpn", "{'maxMsgSpoolUsage':800}")
                        .object("MsgVpn")
                        .versioned(),
                Description.of("ConfigVpns.change", "Changes the settings given. " + VERSION)
                        .takes("MsgVpn", "{'maxMsgSpoolUsage':900}")
                        .object("MsgVpn")
                        .versioned(),
                Description.of(
                                "ConfigVpns.delete",
                                "Deletes a VPN that holds nothing any more: no endpoints but its dead message queue, no messages, no replay log.")
                        .versioned()
                        .refuses(ErrorCode.NOT_ALLOWED),
                Description.of(
                                "ConfigEndpoints.list",
                                "The {endpoints} of a VPN and their settings, in the order of names.")
                        .list("MsgVpn{Endpoint}"),
                Description.of("ConfigEndpoints.read", "A {endpoint}'s settings.")
                        .object("MsgVpn{Endpoint}")
                        .versioned(),
                Description.of("ConfigEndpoints.create", "Creates a {endpoint}; what is not given takes its default.")
                        .takes(
                                "MsgVpn{Endpoint}",
                                "{'{attribute}':'{example}','ingressEnabled':true,'egressEnabled':true}")
                        .object("MsgVpn{Endpoint}")
                        .refuses(
                                ErrorCode.ALREADY_EXISTS,
                                ErrorCode.MISSING_PARAMETER,
                                ErrorCode.INVALID_SELECTOR,
                                ErrorCode.NOT_SUPPORTED),
                Description.of(
                                "ConfigEndpoints.replace",
                                "Replaces a {endpoint}'s settings, or creates it; what is not given takes its default. Subscriptions and messages stay. "
                                        + VERSION)
                        .takes("MsgVpn{Endpoint}", "{'ingressEnabled':true,'egressEnabled':true}")
                        .object("MsgVpn{Endpoint}")
                        .versioned()
                        .refuses(ErrorCode.NOT_ALLOWED, ErrorCode.INVALID_SELECTOR, ErrorCode.NOT_SUPPORTED),
                Description.of("ConfigEndpoints.change", "Changes the settings given. " + VERSION)
                        .takes("MsgVpn{Endpoint}", "{'maxBindCount':20}")
                        .object("MsgVpn{Endpoint}")
                        .versioned()
                        .refuses(ErrorCode.NOT_ALLOWED, ErrorCode.INVALID_SELECTOR, ErrorCode.NOT_SUPPORTED),
                Description.of("ConfigEndpoints.delete", "Deletes a {endpoint} with its messages.")
                        .versioned()
                        .refuses(ErrorCode.NOT_ALLOWED),
                Description.of("Subscriptions.list", "The subscriptions of a {endpoint}.")
                        .list("MsgVpn{Endpoint}Subscription"),
                Description.of("Subscriptions.read", "A subscription of a {endpoint}.")
                        .object("MsgVpn{Endpoint}Subscription"),
                Description.of(
                                "Subscriptions.create",
                                "Subscribes a {endpoint} to a topic filter. A topic endpoint has one.")
                        .takes("MsgVpn{Endpoint}Subscription", "{'subscriptionTopic':'orders/eu/>'}")
                        .object("MsgVpn{Endpoint}Subscription")
                        .refuses(
                                ErrorCode.ALREADY_EXISTS,
                                ErrorCode.MISSING_PARAMETER,
                                ErrorCode.INVALID_TOPIC,
                                ErrorCode.NOT_ALLOWED,
                                ErrorCode.SUBSCRIPTION_LIMIT),
                Description.of(
                                "Subscriptions.createIfAbsent",
                                "Subscribes a {endpoint} to a topic filter if it is not subscribed yet.")
                        .takes("MsgVpn{Endpoint}Subscription", EMPTY)
                        .object("MsgVpn{Endpoint}Subscription")
                        .refuses(ErrorCode.INVALID_TOPIC, ErrorCode.NOT_ALLOWED, ErrorCode.SUBSCRIPTION_LIMIT),
                Description.of("Subscriptions.delete", "Ends a subscription; the messages that it brought stay.")
                        .refuses(ErrorCode.INVALID_TOPIC),
                Description.of("ConfigReplayLogs.list", "The VPN's replay log, of which there is one at most.")
                        .list("MsgVpnReplayLog"),
                Description.of("ConfigReplayLogs.read", "The replay log's settings.")
                        .object("MsgVpnReplayLog")
                        .versioned(),
                Description.of("ConfigReplayLogs.create", "Creates the VPN's replay log; a second is refused.")
                        .takes(
                                "MsgVpnReplayLog",
                                "{'replayLogName':'all','ingressEnabled':true,'egressEnabled':true,'maxSpoolUsage':1000}")
                        .object("MsgVpnReplayLog")
                        .refuses(ErrorCode.ALREADY_EXISTS, ErrorCode.MISSING_PARAMETER, ErrorCode.NOT_ALLOWED),
                Description.of(
                                "ConfigReplayLogs.replace",
                                "Replaces the replay log's settings, or creates it; what is not given takes its default. "
                                        + VERSION)
                        .takes("MsgVpnReplayLog", "{'ingressEnabled':true,'egressEnabled':true,'maxSpoolUsage':1000}")
                        .object("MsgVpnReplayLog")
                        .versioned()
                        .refuses(ErrorCode.NOT_ALLOWED),
                Description.of("ConfigReplayLogs.change", "Changes the settings given. " + VERSION)
                        .takes("MsgVpnReplayLog", "{'topicFilterEnabled':true}")
                        .object("MsgVpnReplayLog")
                        .versioned()
                        .refuses(ErrorCode.NOT_ALLOWED),
                Description.of("ConfigReplayLogs.delete", "Deletes the replay log with the messages in it.")
                        .versioned(),
                Description.of("ReplayLogFilters.list", "What the replay log's topic filter lets in.")
                        .list("MsgVpnReplayLogTopicFilterSubscription"),
                Description.of("ReplayLogFilters.read", "A subscription or exception of the replay log's topic filter.")
                        .object("MsgVpnReplayLogTopicFilterSubscription"),
                Description.of(
                                "ReplayLogFilters.create",
                                "Adds a subscription, or with ! before it an exception, to the topic filter.")
                        .takes("MsgVpnReplayLogTopicFilterSubscription", "{'topicFilterSubscription':'orders/>'}")
                        .object("MsgVpnReplayLogTopicFilterSubscription")
                        .refuses(
                                ErrorCode.ALREADY_EXISTS,
                                ErrorCode.MISSING_PARAMETER,
                                ErrorCode.INVALID_TOPIC,
                                ErrorCode.SUBSCRIPTION_LIMIT),
                Description.of(
                                "ReplayLogFilters.createIfAbsent",
                                "Adds a subscription or exception if it is not there yet.")
                        .takes("MsgVpnReplayLogTopicFilterSubscription", EMPTY)
                        .object("MsgVpnReplayLogTopicFilterSubscription")
                        .refuses(ErrorCode.INVALID_TOPIC, ErrorCode.SUBSCRIPTION_LIMIT),
                Description.of("ReplayLogFilters.delete", "Takes a subscription or exception away.")
                        .refuses(ErrorCode.INVALID_TOPIC),
                Description.of("ConfigObjects.list", "The {objects} of a VPN, in the order of names.")
                        .list("{Monitor}MsgVpn{Object}"),
                Description.of("ConfigObjects.read", "A {object}.")
                        .object("{Monitor}MsgVpn{Object}")
                        .versioned(),
                Description.of("ConfigObjects.create", "Creates a {object}; what is not given takes its default.")
                        .takes("MsgVpn{Object}", "{'{attribute}':'{example}'}")
                        .object("MsgVpn{Object}")
                        .refuses(ErrorCode.ALREADY_EXISTS, ErrorCode.MISSING_PARAMETER, ErrorCode.NOT_ALLOWED),
                Description.of(
                                "ConfigObjects.replace",
                                "Replaces a {object}, or creates it; what is not given takes its default. " + VERSION)
                        .takes("MsgVpn{Object}", EMPTY)
                        .object("MsgVpn{Object}")
                        .versioned()
                        .refuses(ErrorCode.NOT_ALLOWED),
                Description.of("ConfigObjects.change", "Changes what is given of a {object}. " + VERSION)
                        .takes("MsgVpn{Object}", EMPTY)
                        .object("MsgVpn{Object}")
                        .versioned()
                        .refuses(ErrorCode.NOT_ALLOWED),
                Description.of("ConfigObjects.delete", "Deletes a {object} and what belongs to it.")
                        .versioned()
                        .refuses(ErrorCode.NOT_ALLOWED),
                Description.of("ConfigObjects.listOwned", "The {objects} of an ACL profile, in the order of names.")
                        .list("MsgVpnAclProfile{Object}"),
                Description.of("ConfigObjects.readOwned", "A {object}.")
                        .object("MsgVpnAclProfile{Object}")
                        .versioned(),
                Description.of("ConfigObjects.createOwned", "Creates a {object}; what is not given takes its default.")
                        .takes("MsgVpnAclProfile{Object}", "{'{attribute}':'{example}'}")
                        .object("MsgVpnAclProfile{Object}")
                        .refuses(ErrorCode.ALREADY_EXISTS, ErrorCode.MISSING_PARAMETER, ErrorCode.NOT_ALLOWED),
                Description.of(
                                "ConfigObjects.replaceOwned",
                                "Replaces a {object}, or creates it; what is not given takes its default. " + VERSION)
                        .takes("MsgVpnAclProfile{Object}", EMPTY)
                        .object("MsgVpnAclProfile{Object}")
                        .versioned()
                        .refuses(ErrorCode.NOT_ALLOWED),
                Description.of("ConfigObjects.deleteOwned", "Deletes a {object} and what belongs to it.")
                        .versioned()
                        .refuses(ErrorCode.NOT_ALLOWED),
                Description.of(
                                "DeliveryPointParts.list",
                                "The {objects} of a REST delivery point, in the order of names.")
                        .list("{Monitor}MsgVpnRestDeliveryPoint{Object}"),
                Description.of("DeliveryPointParts.read", "A {object}.")
                        .object("{Monitor}MsgVpnRestDeliveryPoint{Object}")
                        .versioned(),
                Description.of("DeliveryPointParts.create", "Creates a {object}; what is not given takes its default.")
                        .takes("MsgVpnRestDeliveryPoint{Object}", "{'{attribute}':'{example}'}")
                        .object("MsgVpnRestDeliveryPoint{Object}")
                        .refuses(ErrorCode.ALREADY_EXISTS, ErrorCode.MISSING_PARAMETER, ErrorCode.NOT_SUPPORTED),
                Description.of(
                                "DeliveryPointParts.replace",
                                "Replaces a {object}, or creates it; what is not given takes its default, but secrets stay. "
                                        + VERSION)
                        .takes("MsgVpnRestDeliveryPoint{Object}", EMPTY)
                        .object("MsgVpnRestDeliveryPoint{Object}")
                        .versioned()
                        .refuses(ErrorCode.NOT_SUPPORTED),
                Description.of("DeliveryPointParts.change", "Changes what is given of a {object}. " + VERSION)
                        .takes("MsgVpnRestDeliveryPoint{Object}", EMPTY)
                        .object("MsgVpnRestDeliveryPoint{Object}")
                        .versioned()
                        .refuses(ErrorCode.NOT_SUPPORTED),
                Description.of(
                                "DeliveryPointParts.delete",
                                "Deletes a {object}; what is being posted is still settled.")
                        .versioned(),
                Description.of("MonitorVpns.list", "The VPNs and their figures.")
                        .list("MonitorMsgVpn"),
                Description.of("MonitorVpns.read", "A VPN's figures.").object("MonitorMsgVpn"),
                Description.of("MonitorEndpoints.list", "The {endpoints} of a VPN with their figures and replays.")
                        .list("MonitorMsgVpn{Endpoint}"),
                Description.of("MonitorEndpoints.read", "A {endpoint}'s figures and its replay.")
                        .object("MonitorMsgVpn{Endpoint}"),
                Description.of("Messages.list", "The messages on a {endpoint}, in the order of their ids.")
                        .list("MonitorMsgVpn{Endpoint}Msg"),
                Description.of("Messages.read", "A message on a {endpoint}.").object("MonitorMsgVpn{Endpoint}Msg"),
                Description.of("MonitorReplayLogs.list", "The VPN's replay log with its figures.")
                        .list("MonitorMsgVpnReplayLog"),
                Description.of("MonitorReplayLogs.read", "The replay log's figures.")
                        .object("MonitorMsgVpnReplayLog"),
                Description.of(
                                "LoggedMessages.list",
                                "The messages in the replay log; payloads for those alone who may browse. With where there is no count.")
                        .with(
                                List.of(
                                        Parameters.query(
                                                "order",
                                                Parameters.words("asc", "asc", "desc"),
                                                "In which order of their ids."),
                                        Parameters.query(
                                                "fromTime",
                                                Parameters.text(),
                                                "The first page begins with what was taken in then: unix seconds, a text with an offset, or so long ago (-PT20M)."),
                                        Parameters.query(
                                                "fromMsg",
                                                Parameters.text(),
                                                "The first page begins with this replicationGroupMsgId, which need not be in the log any more.")))
                        .list("MonitorMsgVpnReplayLogMsg"),
                Description.of("LoggedMessages.read", "A message in the replay log.")
                        .object("MonitorMsgVpnReplayLogMsg"),
                Description.of(
                                "Snapshots.list",
                                "The snapshots of subjects, in the order of these; payloads for those alone who may browse. With where there is no count.")
                        .list("MonitorMsgVpnSnapshot"),
                Description.of("Snapshots.read", "The snapshot of a subject.")
                        .object("MonitorMsgVpnSnapshot")
                        .refuses(ErrorCode.INVALID_TOPIC),
                Description.of("ActivationResource.list", "The activations of message-driven beans on this server.")
                        .list("MonitorMsgVpnActivation"),
                Description.of("ActivationResource.read", "An activation of a message-driven bean on this server.")
                        .object("MonitorMsgVpnActivation"),
                Description.of(
                                "AlarmResource.list",
                                "The alarms of a VPN on this server: those that hold, and the last that ended.")
                        .list("MonitorMsgVpnAlarm"),
                Description.of(
                                "ClientResource.list",
                                "The clients of a VPN on this server, here now or lately, and what each has done.")
                        .list("MonitorMsgVpnClient"),
                Description.of("ClientResource.read", "A client of a VPN on this server, and what it has done.")
                        .object("MonitorMsgVpnClient"),
                Description.of("FlowResource.list", "The flows bound to a {endpoint}, in the order in which they were.")
                        .list("MonitorMsgVpn{Endpoint}TxFlow"),
                Description.of("FlowResource.read", "A flow bound to a {endpoint}.")
                        .object("MonitorMsgVpn{Endpoint}TxFlow"),
                Description.of(
                                "RejectionResource.ofVpn",
                                "How many messages were refused to their publishers since the broker started, by reason.")
                        .list("MonitorMsgVpnRejection"),
                Description.of(
                                "RejectionResource.ofClient",
                                "How many messages were refused to a client since it was first seen, by reason.")
                        .list("MonitorMsgVpnRejection"));
    }
}
