import ServiceKit

extension MembershipSettings {
    static let reference: [SettingDescription] = [
        .init("membership.issuer", "`iss` of the card: `peez` makes cards of type `peez-card+jwt`", "1 to 20 small letters or digits",
              usual: nil),
        .init("membership.proofPrefix", "First part of the moving code", "text without colon, dot and space",
              usual: "the issuer in capitals and `1`"),
        .init("membership.plans[].months", "Length of a membership", "1 to 24, different", unit: "months", usual: nil),
        .init("membership.plans[].price", "Its price", "1 to 1000000000", unit: "minor units", usual: nil),
        .init("membership.coverageMonthsMax", "How far from today a membership may reach", "the longest plan to 120", unit: "months",
              usual: "12"),
        .init("membership.scanMinutes", "How long a scan may be used at the counter", 1...1440, "minutes", usual: 10),
        .init("membership.voidMinutes", "How long the shop may take a sale or a visit back", 0...1440, "minutes", usual: 15),
        .init("membership.forgedScansMax", "Forged codes that one vendor may scan within the window", 1...1000, "scans", usual: 30),
        .init("membership.forgedScansMinutes", "The window", 1...1440, "minutes", usual: 10),
        .init("membership.reminderDays", "How long before the end a member is reminded", "list of 1 to 90", unit: "days",
              usual: "[7, 3, 1]"),
        .init("membership.reminderTime", "Local time of reminders", "time of day, in quotes", usual: "\"10:00\""),
        .init("membership.expiresSoonDays", "From so many days before the end the status says `expiresSoon`", 0...90, "days", usual: 7),
        .init("membership.inAppOrders", "Whether memberships are sold in the app", "true or false", usual: "false"),
        .init("membership.orderMinutes", "How long an order in the app waits for its payment", 1...1440, "minutes", usual: 15),
        .init("membership.offlineHours", "How old a visit may be that a shop uploads", 0...168, "hours", usual: 24),
        .init("membership.offlineAheadSeconds", "How far the shop's clock may be ahead", 0...3600, "seconds", usual: 60),
        .init("membership.cashAnswerMinutes", "How long the cash ledger may take to answer before it is asked again", 1...1440, "minutes",
              usual: 10),
        .init("membership.cashTriesMax", "How often it is asked again", 0...100, "times", usual: 3),
        .init("membership.purchaseAmountMax", "Largest purchase that a discount is recorded for", "1 to 1000000000000", unit: "minor units",
              usual: "100000000"),
    ]
}
