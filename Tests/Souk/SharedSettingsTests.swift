import Contracts
import Foundation
import Kernel
import ServiceKit
import SoukTool
import Testing

@Suite("Settings that several services read have one place")
struct SharedSettingsTests {
    private static let file = "\(repository)/deploy/tenants/eventpass.yml"

    @Test("Every service reads the owner's", arguments: ["auth", "catalog", "orders", "payments-stub", "notifications"] as [ServiceName])
    func onePlace(_ service: ServiceName) throws {
        let definition = TenantDefinition(tenant: "t", name: "T", currency: .eur, settings: [
            "catalog": ["changeRefundHours": 48, "adjacentMinutes": 45, "shops": ["neighborhoods": [["id": 3], ["id": 5]]],
                        "fuelLimits": ["tipMax": 5000]],
            "payments-stub": ["platformFeePercent": 7, "paymentGraceMinutes": 9, "overCapturePercent": 12],
            "orders": ["membership": ["plans": [["months": 6, "price": 600], ["months": 1, "price": 120]], "inAppOrders": true]],
            "notifications": ["supportEmail": "help@t.example"],
            "scheduling": ["reminderOffsetsMinutes": [10080, 120], "providerReminderMinutes": [1440, 90]],
        ])
        #expect(try definition.shared(RefundTerms.self, in: service).changeRefundHours == 48)
        #expect(try definition.shared(CalendarTerms.self, in: service).adjacentMinutes == 45)
        #expect(try definition.shared(Neighborhoods.self, in: service).ids == [3, 5])
        let payments = try definition.shared(PaymentTerms.self, in: service)
        #expect((payments.platformFeePercent, payments.paymentGraceMinutes) == (7, 9))
        #expect(try definition.shared(CaptureTerms.self, in: service).overCapturePercent == 12)
        let limits = try definition.shared(FuelLimits.self, in: service)
        #expect((limits.tipMax, limits.tipHours) == (5000, 72))
        let membership = try definition.shared(MembershipTerms.self, in: service)
        #expect(membership.plans.map(\.months) == [1, 6] && membership.inAppOrders)
        #expect(try definition.shared(SupportContact.self, in: service).supportEmail == "help@t.example")
        #expect(try definition.shared(ReminderTimes.self, in: service).choices(in: definition) == ["P1D", "PT90M"])
    }

    @Test("What is absent has one usual value for all services")
    func usualValues() throws {
        let definition = TenantDefinition(tenant: "t", name: "T", currency: .eur)
        for service in InstalledServices.names {
            let payments = try definition.shared(PaymentTerms.self, in: service)
            #expect((payments.platformFeePercent, payments.paymentGraceMinutes) == (0, 5))
            #expect(try definition.shared(CaptureTerms.self, in: service).overCapturePercent == 0)
            #expect(try definition.shared(FuelLimits.self, in: service).quoteMinutes == 15)
            #expect(try definition.shared(RefundTerms.self, in: service).changeRefundHours == 72)
            #expect(try definition.shared(CalendarTerms.self, in: service).adjacentMinutes == 30)
            #expect(try definition.shared(Neighborhoods.self, in: service).ids == nil)
            #expect(try definition.shared(SupportContact.self, in: service).supportEmail == nil)
            #expect(try definition.shared(ReminderTimes.self, in: service).reminderOffsetsMinutes == [1440, 120])
        }
    }

    /// As a shard or the topic has it from an earlier release.
    private func earlier(_ settings: String) throws -> TenantDefinition {
        try JSON.decode(TenantDefinition.self, from: Array("""
            {"tenant":"t","name":"T","hosts":[],"basePath":"/api","json":"camelCase","currency":"EUR","timezone":"UTC","languages":["en"],\
            "phonePrefix":"",
             "sandbox":false,"roles":{},"plugins":{},"settings":\(settings)}
            """.utf8))
    }

    @Test("A definition of an earlier release means to each service what it meant: its own copy, or the usual value it had")
    func earlierDefinitions() throws {
        let definition = try earlier("""
            {"orders":{"platformFeePercent":4,"paymentGraceMinutes":3,"changeRefundHours":24},"payments-stub":{"platformFeePercent":6},
             "catalog":{"changeRefundHours":36,"supportEmail":"a@t.example","shops":{"neighborhoods":[{"id":1}]}},
             "auth":{"neighborhoodIds":[1,2]},"notifications":{"neighborhoodIds":[2]}}
            """)
        let orders = try definition.shared(PaymentTerms.self, in: "orders"),
            payments = try definition.shared(PaymentTerms.self, in: "payments-stub")
        #expect((orders.platformFeePercent, orders.paymentGraceMinutes, payments.platformFeePercent, payments.paymentGraceMinutes)
            == (4, 3, 6, 5))
        #expect(try definition.shared(RefundTerms.self, in: "orders").changeRefundHours == 24)
        #expect(try definition.shared(RefundTerms.self, in: "catalog").changeRefundHours == 36)
        #expect(try definition.shared(Neighborhoods.self, in: "auth").ids == [1, 2])
        #expect(try definition.shared(Neighborhoods.self, in: "notifications").ids == [2])
        #expect(try definition.shared(SupportContact.self, in: "catalog").supportEmail == "a@t.example")
        let empty = try earlier("{}")
        #expect(try empty.shared(PaymentTerms.self, in: "orders").platformFeePercent == 5)
        #expect(try empty.shared(PaymentTerms.self, in: "payments-stub").platformFeePercent == 0)
        let shops = try earlier(#"{"catalog":{"shops":{"support":{"email":"b@t.example","phone":"1"}}}}"#)
        #expect(try shops.shared(SupportContact.self, in: "catalog").supportEmail == "b@t.example")
    }

    @Test("A tenant file becomes a definition of the new kind, which stays that")
    func written() throws {
        let definition = try #require(try TenantFile.load(paths: [Self.file], catalogue: InstalledServices.catalogue).first).definition
        let again = try JSON.decode(TenantDefinition.self, from: JSON.encode(definition))
        #expect(again == definition)
        for service in InstalledServices.names { #expect(try again.shared(PaymentTerms.self, in: service).platformFeePercent == 5) }
    }

    @Test("A copy at an old place is refused with the place to write it at, and its line", arguments: [
        ("numberPrefix: EP", "changeRefundHours: 48",
         "orders.changeRefundHours: every service reads settings.catalog.changeRefundHours; write it there, once"),
        ("numberPrefix: EP", "platformFeePercent: 5",
         "orders.platformFeePercent: every service reads settings.payments-stub.platformFeePercent; write it there, once"),
        ("numberPrefix: EP", "paymentGraceMinutes: 5",
         "orders.paymentGraceMinutes: every service reads settings.payments-stub.paymentGraceMinutes; write it there, once"),
        ("lowInventory: 10", "paymentGraceMinutes: 5",
         "catalog.paymentGraceMinutes: every service reads settings.payments-stub.paymentGraceMinutes; write it there, once"),
        ("lowInventory: 10", "supportEmail: a@b.example",
         "catalog.supportEmail: every service reads settings.notifications.supportEmail; write it there, once"),
        ("lowInventory: 10", "shops: { support: { email: a@b.example } }",
         "catalog.shops.support.email: every service reads settings.notifications.supportEmail; write it there, once"),
        ("defaultRole: attendee", "neighborhoodIds: [1]",
         "auth.neighborhoodIds: every service reads settings.catalog.shops.neighborhoods; write it there, once"),
        ("deepLinkScheme: eventpassug", "neighborhoodIds: [1]",
         "notifications.neighborhoodIds: every service reads settings.catalog.shops.neighborhoods; write it there, once"),
    ])
    func copies(beside: String, copy: String, complaint: String) throws {
        let text = try String(contentsOfFile: Self.file, encoding: .utf8)
        let place = try #require(text.range(of: beside))
        let line = text[..<place.lowerBound].count(where: { $0 == "\n" }) + 2
        let broken = text.replacingCharacters(in: place, with: "\(beside)\n    \(copy)")
        let problems = #expect(throws: FileProblems.self) {
            try TenantFile(YAMLFile(path: "t.yml", text: broken), catalogue: InstalledServices.catalogue)
        }
        #expect(try #require(problems).problems.map(\.description) == ["t.yml:\(line): settings.\(complaint)"])
    }

    @Test("Reminder times among the notification settings are refused: scheduling has them")
    func reminderTimes() throws {
        let text = try String(contentsOfFile: Self.file, encoding: .utf8)
        let place = try #require(text.range(of: "type: event-reminder, default:"))
        let line = text[..<place.lowerBound].count(where: { $0 == "\n" }) + 1
        let broken = text.replacingCharacters(in: place, with: "type: event-reminder, allowed: [P7D, P1D, PT2H], default:")
        let problems = #expect(throws: FileProblems.self) {
            try TenantFile(YAMLFile(path: "t.yml", text: broken), catalogue: InstalledServices.catalogue)
        }
        #expect(try #require(problems).problems.map(\.description) == ["""
            t.yml:\(line): settings.notifications.reminders.allowed: every service reads \
            settings.scheduling.reminderOffsetsMinutes or providerReminderMinutes; write it there, once
            """])
    }

    @Test("A shared setting that cannot be read is named even where no plugin of its owner is mounted")
    func unreadable() throws {
        let text = "tenant: t\nname: T\ncurrency: EUR\nroles: { guest: [] }\nsettings:\n  payments-stub:\n    platformFeePercent: five\n"
        let problems = #expect(throws: FileProblems.self) {
            try TenantFile(YAMLFile(path: "t.yml", text: text), catalogue: InstalledServices.catalogue)
        }
        #expect(try #require(problems).problems.map(\.description)
            == ["t.yml:7: settings.payments-stub.platformFeePercent: cannot be read: must be Int"])
    }
}
