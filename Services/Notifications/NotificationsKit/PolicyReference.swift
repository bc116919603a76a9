import NotificationPolicy
import ServiceKit

extension NotificationPolicy {
    /// The policy language itself is described in `Services/Notifications/README.md`.
    static let reference: [SettingDescription] = [
        .init("version", "Number of this policy, to tell its versions apart", "whole number", usual: "1"),
        .init("zone", "Time zone of people who have none", "IANA name", usual: "the app's `timezone`"),
        .init("weekStart", "First day of a week, for limits per week", "mon to sun", usual: "mon"),
        .init("deepLinkScheme", "Scheme of links into the app: `<scheme>://orders/…`", "text", usual: "no links"),
        .init("supportEmail", "Where people write to when they need help", "e-mail address", usual: "none"),
        .init("categories.*.priority", "Which category goes first of what is due at once", "whole number, the smallest first",
              usual: "last"),
        .init("categories.*.mandatory", "Whether people cannot switch it off", "true or false", usual: "false"),
        .init("categories.*.locked", "Channels that people cannot switch off", "list of channels", usual: "[]"),
        .init("categories.*.optIn", "Whether people must switch it on first", "true or false", usual: "false"),
        .init("categories.*.defaults", "Channels that are on unless a person says otherwise", "list of push, email, sms, inApp",
              usual: "the app's channels"),
        .init("categories.*.fallback", "Channels that are tried when the others cannot deliver", "list of channels", usual: "[]"),
        .init("categories.*.defaultOffFor", "Roles for which it is off at first", "roles of the file", usual: "[]"),
        .init("categories.*.exempt", "Groups of rules that do not hold for it", "list of timing, spacing, caps, total", usual: "[]"),
        .init("categories.*.caps", "Messages to one person", "`{ day, week }`", unit: "messages", usual: "no limit"),
        .init("categories.*.slot", "When it is sent", "list such as `daily 10:00-20:00`", usual: "any time"),
        .init("categories.*.blackout", "Silence after messages of other categories", "`{ after: [categories], for: duration }`",
              usual: "none"),
        .init("total", "Messages to one person of several categories together", "`{ day, week, categories, except }`", unit: "messages",
              usual: "no limit"),
        .init("spacing", "Least time between two messages to one person", "`{ every: duration, notCounted: [types] }`", usual: "none"),
        .init("similarOncePerDay", "Categories of which similar messages come once a day", "list of categories", usual: "[]"),
        .init("quietHours", "When nothing that may wait is sent", "`{ from, to }`, at most 16 hours", usual: "none"),
        .init("quietPeriods[]", "The same on certain days for certain categories", "`{ code, days, from, to, categories }`", usual: "[]"),
        .init("calendar.place", "Where the sun's times are checked", "[latitude, longitude]", unit: "degrees", usual: "none"),
        .init("calendar.holidays", "Days that begin later", "`{ until, categories, dates }`", usual: "none"),
        .init("calendar.ramadan", "Meal times, rarer messages and the dates of the years", "`{ meals, categories, sparse, years }`",
              usual: "none"),
        .init("segments", "Rules for new, inactive and frequent users", "`{ newUser, inactive, frequentBuyer }`", usual: "none"),
        .init("eventHours", "How long before its event an organizer is spared", "`{ before: duration }`", usual: "none"),
        .init("eventUpdates", "How messages about changes of one event are joined", "`{ types, perEvent, perField, within, coalesce }`",
              usual: "not joined"),
        .init("sales", "How organizers hear of sales", "`{ type, default, every, auto, offHours }`", usual: "each one"),
        .init("digests.*", "Messages that gather others", "`{ at, as }`", usual: "{}"),
        .init("reminders", "Reminders that people may choose, at the times of `settings.scheduling`", "`{ type, default, max }`",
              usual: "none"),
        .init("optOutAlert", "When too many people switch a category off", "`{ above, minRecipients, within, onAlert }`", usual: "none"),
        .init("payload", "Size of push messages", "`{ lite, maxBytes: { lite, rich } }`", unit: "bytes",
              usual: "{ lite: true, maxBytes: { lite: 1024, rich: 4000 } }"),
        .init("types.*", "A message that this app sends: its category, cause, audience and rules", "see the README of notifications",
              usual: "not sent"),
        .init("templates.*", "Type → language → its texts", "`{ title, body, why }`; at most 65 and 240 characters", usual: nil),
        .init("delivery", "How messages are tried again", "see the README of notifications", usual: "{}"),
    ]
}

extension ChannelSettings {
    /// What the provider of one channel needs. A channel without settings writes to the development outbox.
    static func reference(of plugin: String) -> [SettingDescription] {
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

extension Notifications: DescribesSettings {
    public static let settingsReference = Dictionary(uniqueKeysWithValues: Channels.all.map { channel in
        (channel.plugin, NotificationPolicy.reference + ChannelSettings.reference(of: channel.plugin))
    })
}
