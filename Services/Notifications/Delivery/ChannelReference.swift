import ServiceKit

extension ChannelSettings {
    /// What the provider of one channel needs. A channel without settings writes to the development outbox.
    package static func reference(of plugin: String) -> [SettingDescription] {
        let own: [SettingDescription] =
            switch plugin {
            case "push":
                [.init("channels.push.projectId", "The project at FCM", "text", usual: nil),
                 .init("channels.push.serviceAccountSecret", "Name of the secret with the service account's JSON", "name of a secret",
                       usual: nil)]
            case "email":
                [.init("channels.email.host", "The mail server", "host name", usual: nil),
                 .init("channels.email.port", "Its port", 1...65_535, "", usual: 587),
                 .init("channels.email.security", "How the connection is protected; none: on this machine only", "starttls, tls, none",
                       usual: "starttls"),
                 .init("channels.email.username", "Name of the account there", "text", usual: "no sign-in"),
                 .init("channels.email.passwordSecret", "Name of the secret with its password", "name of a secret", usual: "no sign-in"),
                 .init("channels.email.fromAddress", "Sender", "e-mail address", usual: nil),
                 .init("channels.email.fromName", "Sender's name", "text", usual: "none"),
                 .init("channels.email.replyTo", "Where answers go", "e-mail address", usual: "none"),
                 .init("channels.email.helloName", "How this machine names itself", "host name", usual: "its own"),
                 .init("channels.email.trustRootsSecret", "Name of the secret with certificates to trust", "name of a secret",
                       usual: "those of the system")]
            case "sms":
                [.init("channels.sms.shape", "Whose HTTP interface is spoken", "africas-talking, twilio", usual: nil),
                 .init("channels.sms.account", "The account there", "text", usual: nil),
                 .init("channels.sms.keySecret", "Name of the secret with its key", "name of a secret", usual: nil),
                 .init("channels.sms.from", "Sender; required by twilio", "text", usual: "none"),
                 .init("channels.sms.callbackURL", "The app's API as twilio reaches it, for its reports and for STOP", "https address",
                       usual: "no reports"),
                 .init("channels.sms.endpoint", "Another address of the interface", "https address", usual: "the provider's")]
            default: []
            }
        guard !own.isEmpty else { return [] }
        return own + [
            .init("channels.\(plugin).connections", "Messages under way at a time; a quarter is kept for critical ones",
                  LaneSettings.connectionsRange, "messages", usual: 8),
            .init("channels.\(plugin).perSecond", "Messages started per second; 0: no limit", LaneSettings.perSecondRange, "messages",
                  usual: 0),
            .init("channels.\(plugin).timeoutSeconds", "For one message", LaneSettings.timeoutSecondsRange, "seconds", usual: 15),
        ]
    }
}
