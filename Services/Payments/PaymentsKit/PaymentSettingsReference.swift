import ServiceKit

extension PaymentSettings {
    package static let reference: [SettingDescription] = [
        .init("attemptMinutes", "How long an attempt to pay may wait for its result", 1...1440, "minutes", usual: 15),
        .init("pollAfterMinutes", "From an attempt's start until the provider is asked for its result", 1...1440, "minutes", usual: 15),
        .init("overCapturePercent", "How much more than the authorised amount may be captured", 0...100, "percent", usual: 0),
        .init("paymentGraceMinutes", "How much longer than the attempt the goods are held", 0...1440, "minutes", usual: 5),
        .init("attemptsPerOrderMax", "Attempts to pay one order", 1...100, "attempts", usual: 5),
        .init("failuresPerUserPerHourMax", "Failed attempts of one person within an hour", 1...1000, "attempts", usual: 10),
        .init("platformFeePercent", "The platform's part of a sale", 0...100, "percent", usual: 0),
        .init("earningsReleaseHours", "How long after the end of an event its earnings stay on hold", 0...8760, "hours", usual: 24),
        .init("withdrawalMinimum", "Smallest withdrawal", 0...1_000_000_000, "minor units", usual: 0),
        .init("withdrawalSettleSeconds", "How long the provider takes to pay a withdrawal out", 0...2_592_000, "seconds", usual: 5),
        .init("lateMinutes", "Sandbox: what `X-Sandbox-Payment: late` means, from the attempt's start", 1...43_200, "minutes", usual: 20),
        .init("fixedWindow", "Whether an attempt to pay leaves the time to pay as it is", "true or false", usual: "false"),
        .init("plainConflicts", "Whether what forbids a payment or refund is `conflict`, without a slug of its own", "true or false",
              usual: "false"),
        .init("unknownFirst", "Whether an unknown payment or webhook is 404 before wrong fields are 422", "true or false", usual: "false"),
        .init("sandboxTokens", "Sandbox: the only tokens that are taken in place of a card number", "list of tokens",
              usual: "all that a provider knows"),
        .init("misbehaviour", "Sandbox: how every attempt of this app misbehaves", "late, late=<duration>, duplicate, never, out-of-order",
              usual: "not at all"),
    ]
}
