import Contracts
import Foundation
import GRDB
import Kernel
import Messaging
import NotificationsDelivery
import NotificationsFeed
import NotificationsService
import ServiceKit
import Testing
import TestKit

/// A notifications shard of the PEEZ tenant, as its file stands in this repository.
struct MemberScene {
    let shard: ShardHarness<Notifications>
    static let samir = Principal.user("samir", roles: ["member"])
    static let nadia = Principal.user("nadia", roles: ["member"])
    static let admin = Principal.user("admin", roles: ["admin"])

    /// Saturday 2026-11-21, 10:00 in Oran.
    init(at now: String = "2026-11-21T09:00:00Z") throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = try YAMLFile(path: root.path() + "deploy/tenants/peez.yml").root.json
        let settings = try #require(file["settings"]?["notifications"])
        let catalog = try #require(file["settings"]?["catalog"])
        let definition = TenantDefinition(tenant: "peez", name: "PEEZ", json: .snakeCase, currency: .dzd, timezone: "Africa/Algiers",
                                          languages: ["fr", "ar"],
                                          phonePrefix: "+213", sandbox: true, roles: ["member": [], "admin": ["notifications:manage"]],
                                          plugins: ["notifications": ["in-app", "push", "email", "announcements"]],
                                          settings: ["notifications": settings, "catalog": catalog])
        shard = try ShardHarness(Notifications.self, definition: definition, now: try #require(Timestamp(now)))
        for (user, locale, neighborhood) in [(Self.samir, "fr", 1), (Self.nadia, "ar", 2)] {
            try shard.receive(UserRegistered(userId: user.userID, name: "N", email: "\(user.userID)@example.com", roles: ["member"],
                                             locale: locale, profile: ["neighborhoodId": .int(neighborhood)]))
            try shard.receive(PushTokenChanged(sessionId: "s-\(user.userID)", userId: user.userID, pushToken: "token-\(user.userID)"))
        }
    }
    func feed(_ who: Principal = samir, type: String? = nil) throws -> [JSONValue] {
        try (shard.ask(NotificationsOfUser.self, as: who).json["data"]?.array ?? []).filter { type == nil || $0["type"]?.string == type }
    }
    /// Registers a person without a device.
    func register(_ id: String) throws {
        try shard.receive(UserRegistered(userId: User.ID(id), name: "N", email: "\(id)@example.com", roles: ["member"], locale: "fr"))
    }
    /// Runs what is due as the timer driver does: with the time at which it runs.
    func runTimers() throws {
        let due = try shard.file.pool.read {
            try Row.fetchAll($0, sql: "SELECT id, message_id, type, value FROM souk_timer WHERE due_at <= ? ORDER BY due_at, id",
                             arguments: [shard.now.millisecondsSinceEpoch])
        }
        for row in due {
            try shard.deliver(Envelope(id: row[1], type: MessageType(row[2] as String), source: "/notifications/timers", time: shard.now,
                                       tenant: shard.tenant,
                                       correlationID: "test", attributes: ["timer": row[0]], value: [UInt8](row[3] as Data)))
        }
    }
    func mails() throws -> [JSONValue] { try shard.ask(DevelopmentOutbox.self, ["channel": "email"]).json["data"]?.array ?? [] }
    func day(_ text: String) throws -> CalendarDate { try #require(CalendarDate(text)) }
    func visit(_ id: String, of user: User.ID = "samir", shop: Int = 11, at time: Timestamp? = nil) -> RedemptionRecorded {
        RedemptionRecorded(redemptionId: id, userId: user, shopId: shop, purchaseAmount: Money(245_000, .dzd), discountBasisPoints: 550,
                           bonusBasisPoints: 0,
                           savings: Money(13_475, .dzd), recordedAt: time ?? shard.now, offline: false,
                           shopNames: ["fr": "Boucherie Centrale", "ar": "جزارة المركزية"])
    }
    func voided(_ id: String, shop: Int = 11) -> RedemptionVoided {
        RedemptionVoided(redemptionId: id, userId: "samir", shopId: shop, purchaseAmount: Money(245_000, .dzd), discountBasisPoints: 550,
                         bonusBasisPoints: 0, savings: Money(13_475, .dzd), recordedAt: shard.now, offline: false)
    }
    func activated(_ id: Int, _ user: User.ID = "samir", from start: String, to end: String) throws -> MembershipActivated {
        MembershipActivated(subscriptionId: id, userId: user, source: "vendor", months: 1, startDate: try day(start), endDate: try day(end),
                            coverageEnd: try day(end), amount: Money(30_000, .dzd))
    }
}
