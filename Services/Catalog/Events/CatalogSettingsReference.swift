import ServiceKit

extension CatalogSettings {
    static let reference: [SettingDescription] = [
        .init("categories[].slug", "Category of events, in addresses and searches", "different words", usual: nil),
        .init("categories[].name", "What people read", "text", usual: nil),
        .init("categories[].colorHex", "Its color in the app", "`#RRGGBB`, in quotes", usual: nil),
        .init("categories[].icon", "Its icon in the app", "text", usual: nil),
        .init("priceBands", "Upper bounds of the price bands; dearer is `premium`", "`{ budget, moderate }`, `budget` below `moderate`", unit: "minor units",
              usual: "{ budget: 30000, moderate: 100000 }"),
        .init("ageRestrictions", "Age limits that an organizer may choose", "list of 1 to 120", unit: "years", usual: "[13, 16, 18, 21]"),
        .init("lowInventory", "Tickets left at which organizers and people who like the event are told", 0...1_000_000, "tickets", usual: 10),
        .init("maxTicketsPerOrder", "Tickets in one order", 1...1000, "tickets", usual: 20),
        .init("maxTicketsPerUser", "Tickets of one event that a person may have; an event may set less", 1...10_000_000, "tickets", usual: 20),
        .init("paymentWindowMinutes", "How long an order is held until it is paid, unless the event says otherwise", 1...1440, "minutes", usual: 15),
        .init("waitlistOfferMinutes", "How long an offer from the waiting list stands", 1...10_080, "minutes", usual: 60),
        .init("refundDefaultHours", "Until how long before the start tickets can be given back, unless the event says otherwise", 0...8760, "hours", usual: 24),
        .init("changeRefundHours", "How long a change of date or venue lets buyers give tickets back", 0...8760, "hours", usual: 72),
        .init("adjacentMinutes", "Events of one person closer than this are reported as adjacent", 0...1440, "minutes", usual: 30),
        .init("doorsOpenMinutes", "How long before the start tickets are admitted, unless the event says otherwise", 0...10_080, "minutes", usual: 180),
        .init("milestones", "Numbers of sold tickets that are worth a message", "list of positive numbers", unit: "tickets", usual: "[50, 100, 250, 500, 1000, 5000]"),
        .init("paymentMethods", "Ways to pay that the app shows, in this order", "list of plugins of payments-stub", usual: "[]"),
        .init("legal", "Versions of the legal texts that people accept", "`{ terms, privacy, organizerTerms }`, texts", usual: "\"1\" each"),
        .init("publicUrl", "Where the app's public pages are: shared links start with it", "https address", usual: "the first host of the app"),
        .init("recommendations.weights", "Profile → signal → points of recommendations", "mapping of numbers", usual: "{}"),
        .init("recommendations.split", "Profile → share of the people who get it", "mapping of 0 to 100", unit: "percent", usual: "{}"),
    ]
}
