import Contracts
import Foundation
import Kernel
import Messaging
import NotificationsDelivery
import NotificationsFeed
import NotificationsPreferences
import NotificationsService
import ServiceKit
import Testing
import TestKit

/// A notifications shard of the AutoFill tenant, as its file stands in this repository. Everybody has a device.
struct FuelScene {
    let shard: ShardHarness<Notifications>
    static let customer = Principal.user("maya", roles: ["customer"])
    static let driver = Principal.user("luis", roles: ["driver"])
    static let dispatcher = Principal.user("priya", roles: ["dispatcher"])
    static let admin = Principal.user("elena", roles: ["admin"])
    static let everybody = [customer, driver, dispatcher, admin]
    private static let names = ["maya": "Maya Torres", "luis": "Luis Ortega", "priya": "Priya Nair", "elena": "Elena Ruiz"]

    /// Saturday 2026-11-21, 10:00 in Miami.
    init(withoutDevice: Set<String> = [], locale: String = "en", agrees: Bool = false) throws {
        let file = try YAMLFile(path: SpecPolicies.root + "/deploy/tenants/autofill.yml").root.json
        let settings = try #require(file["settings"]?["notifications"])
        let definition = TenantDefinition(
            tenant: "autofill", name: "AutoFill", currency: .usd, timezone: "America/New_York", languages: ["en", "es"], phonePrefix: "+1",
            sandbox: true, roles: ["customer": [], "driver": [], "dispatcher": [], "admin": ["notifications:manage"]],
            plugins: ["notifications": ["in-app", "push", "email", "sms"], "orders": ["fuel-order"]],
            settings: ["notifications": settings])
        shard = try ShardHarness(Notifications.self, definition: definition, now: try #require(Timestamp("2026-11-21T15:00:00Z")))
        for person in Self.everybody {
            let id = person.userID.rawValue
            try shard.receive(UserRegistered(userId: person.userID, name: Self.names[id] ?? id, email: "\(id)@autofill.test",
                                             roles: Array(person.roles), locale: locale, profile: ["marketingOptIn": .bool(agrees)]))
            guard !withoutDevice.contains(id) else { continue }
            try shard.receive(PushTokenChanged(sessionId: "s-\(id)", userId: person.userID, pushToken: "device-\(id)"))
        }
    }

    // MARK: - What people have

    func feed(_ who: Principal, type: String? = nil) throws -> [JSONValue] {
        let items = try shard.ask(NotificationsOfUser.self, [:], as: who).json["data"]?.array ?? []
        return items.filter { type == nil || $0["type"]?.string == type }
    }
    /// `type: title — body`, newest first.
    func texts(_ who: Principal = customer) throws -> [String] {
        try feed(who).map { "\($0["type"]?.string ?? ""): \($0["title"]?.string ?? "") — \($0["body"]?.string ?? "")" }
    }
    /// Types that left by a channel, newest first.
    func sent(_ channel: String, to address: String) throws -> [String] {
        try (shard.ask(DevelopmentOutbox.self, ["channel": .string(channel), "to": .string(address)]).json["data"]?.array ?? [])
            .compactMap { $0["template"]?.string }
    }
    func pushes(_ who: Principal = customer) throws -> [String] { try sent("push", to: "device-\(who.userID)") }
    func mails(_ who: Principal = customer) throws -> [String] { try sent("email", to: "\(who.userID)@autofill.test") }
    func isOptedIn() throws -> Bool {
        try shard.ask(PreferencesOfUser.self, [:], as: Self.customer).json["categories"]?["marketing"]?["push"] == true
    }

    // MARK: - What happens

    func head(_ status: String, version: Int = 1) -> FuelOrderHead {
        FuelOrderHead(orderId: "o-1", userId: "maya", number: "AF10042", version: version, status: status, at: shard.now)
    }
    func money(_ amount: Int) -> Money { Money(amount, .usd) }
    func schedule() throws {
        try shard.receive(OrderScheduled(
            head("scheduled", version: 2), scheduleType: "window", windowId: "w-1", startsAt: shard.now + .hours(2),
            endsAt: shard.now + .hours(4), promisedBy: shard.now + .hours(4), freeUntil: shard.now + .minutes(5)))
    }
    func remind() throws {
        try shard.receive(FuelDoorReminderDue(head("scheduled", version: 2), startsAt: shard.now + .hours(1),
                                              endsAt: shard.now + .hours(3)))
    }
    func cancel(fee: Int?) throws {
        try shard.receive(FuelOrderCancelled(head("cancelled", version: 5), fee: fee.map(money), lines: [], total: money(fee ?? 0),
                                             by: "customer"))
    }
    func fail(_ slug: String, fee: Int? = nil) throws {
        try shard.receive(OrderFailed(head("failed", version: 5), slug: slug, fee: fee.map(money), lines: [], total: money(fee ?? 0),
                                      alternatives: [], by: "system"))
    }
    /// - Parameter due: in cents, what the customer pays.
    func complete(due: Int = 5030) throws {
        try shard.receive(FuelOrderCompleted(
            head("completed", version: 8), driverId: "luis", truckId: "t-1", gallons: Gallons(thousandths: 12_345), lines: [],
            total: money(due), due: money(due), by: "driver", occurredAt: shard.now))
    }
    func payment(_ status: String, purpose: PaymentPurpose = .order, code: String? = "card_declined", version: Int = 2,
                 of order: String = "pending") throws {
        try shard.receive(FuelPaymentUpdated(head(order, version: version), paymentId: "p-1", purpose: purpose, paymentStatus: status,
                                             failureCode: code, amount: money(6202)))
    }
    /// - Parameter time: nil: now.
    func overdue(version: Int = 3, at time: Timestamp? = nil) throws {
        let at = time ?? shard.now
        let head = FuelOrderHead(orderId: "o-1", userId: "maya", number: "AF10042", version: version, status: "scheduled", at: at)
        try shard.receive(AssignmentOverdue(head, areaId: "a-1", scheduleType: "window", startsAt: at + .minutes(30),
                                            promisedBy: at + .minutes(150)))
    }
}
