import Contracts
import Foundation
import Kernel
import NotificationPolicy
import NotificationsService
import ServiceKit

/// Policies of tenants: EventPass and AutoFill from their files in this repository, the others as the specification has them.
enum SpecPolicies {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path()

    private static let read: [String: Result<(JSONValue, NotificationPolicy), any Error>] = Dictionary(
        uniqueKeysWithValues: ["eventpass", "peez", "lucidda", "sofra", "autofill"].map { tenant in
            (tenant, Result {
                let settings = try load(tenant)
                return (settings, NotificationPolicy.read(settings, zone: "UTC", languages: ["en"],
                                                          vocabulary: Notifications.installed.vocabulary).policy)
            })
        })
    static func settings(_ tenant: String) throws -> JSONValue {
        try (read[tenant] ?? .success((.null, NotificationPolicy(zone: "UTC")))).get().0
    }
    static func policy(_ tenant: String) throws -> NotificationPolicy {
        try (read[tenant] ?? .success((.null, NotificationPolicy(zone: "UTC")))).get().1
    }

    private static func load(_ tenant: String) throws -> JSONValue {
        if tenant == "eventpass" {
            let file = try YAMLFile(path: root + "/deploy/tenants/eventpass.yml").root.json["settings"]?.object ?? [:]
            return TenantDefinition(tenant: "eventpass", name: "EventPass", currency: .ugx,
                                    plugins: ["scheduling": [ReminderTimes.eventPlugin]], settings: file).policySettings
        }
        if tenant == "autofill" {
            return try YAMLFile(path: root + "/deploy/tenants/autofill.yml").root.json["settings"]?["notifications"] ?? .null
        }
        return try YAMLFile(path: tenant, text: texts[tenant] ?? "{}").root.json
    }
    private static let texts = [
        "peez": """
            zone: Africa/Algiers
            weekStart: sun
            quietHours: { from: "22:00", to: "08:00" }
            categories:
              security: { priority: 1, mandatory: true, defaults: [push, email, inApp], fallback: [email], exempt: [timing, caps] }
              membership: { priority: 2, mandatory: true, defaults: [push, email, inApp], fallback: [email], exempt: [caps] }
              visits: { priority: 3, defaults: [push, inApp] }
              shops: { priority: 4, defaults: [push, inApp], caps: { day: 1 } }
              campaigns: { priority: 5, defaults: [push, inApp], caps: { day: 1, week: 3 } }
              app: { priority: 6, defaults: [push, inApp] }
            calendar: { place: [35.6971, -0.6308], ramadan: { meals: { suhoor: "04:30-06:30", iftar: "18:15-20:00" }, categories: [shops, \
            campaigns, app], years: [{ hijri: 1448,
                from: 2027-02-08, to: 2027-03-08, confirmed: false }] } }
            types:
              security: { cat: security, on: [auth.session-revoked.v1, auth.password-changed.v1], to: user, channels: [push, email] }
              subscription_activated: { cat: membership, on: orders.membership-activated.v1, to: member, exempt: [timing], dedupe: \
            "act:{subscription}" }
              subscription_expiring: { cat: membership, on: orders.membership-expiring.v1, to: member, open: subscription.not_extended, \
            expires: at+P1D, dedupe: "exp:{subscription}:{endDate}:{daysLeft}" }
              subscription_expired: { cat: membership, on: orders.membership-expired.v1, to: member, slot: ["daily 10:00-20:00"], open: \
            subscription.not_extended, dedupe: "gone:{subscription}" }
              new_shop: { cat: shops, on: catalog.listing-published.v1, to: neighbourhood, needs: [same_neighbourhood], dedupe: \
            "shop:{shop}" }
              campaign: { cat: campaigns, on: catalog.campaign-started.v1, to: members, requires: [offer], expires: offer.endsAt, dedupe: \
            "camp:{campaign}" }
              rating_request: { cat: visits, timer: visit.at+PT2H, to: member, needs: [visited], open: rating.missing, slot: \
            ["daily 09:00-21:00"], perSubject: P30D, dedupe: "rate:{redemption}" }
              visit_recorded: { cat: visits, on: orders.redemption-recorded.v1, to: member, exempt: [timing], dedupe: "visit:{redemption}" }
              app_update: { cat: app, on: notifications.campaign-started.v1, to: audience }
            """,
        "lucidda": """
            zone: America/Argentina/Buenos_Aires
            categories:
              appointments: { priority: 1, mandatory: true, defaults: [push, email, inApp], exempt: [timing, caps] }
              reminders: { priority: 2, defaults: [push, email, sms, inApp], exempt: [timing, caps] }
            types:
              contact-mail: { cat: appointments, names: [appointment-confirmed, appointment-rescheduled, appointment-cancelled, \
            deposit-requested, deposit-expired, deposit-refunded,
                  waitlist-offer], contact: true, channels: [email], attach: ics }
              appointment-reminder: { cat: reminders, contact: true, channels: [email], sms: { within: PT2H, window: "08:00-21:00" } }
              artist-booking: { cat: appointments, names: [appointment-new, appointment-moved-by-client, appointment-cancelled-by-client], \
            to: artist, collapse: "appointment:{appointment}" }
              artist-reminder: { cat: reminders, on: scheduling.appointment-reminder-due.v1, to: artist, open: appointment.confirmed, \
            expires: appointment.start }
            """,
        "sofra": """
            zone: Asia/Riyadh
            weekStart: sun
            quietHours: { from: "23:00", to: "09:00" }
            categories:
              transactional: { priority: 1, mandatory: true, locked: [push, inApp], defaults: [push, email, inApp], fallback: [email], \
            exempt: [timing, caps] }
              informational: { priority: 2, defaults: [push, inApp] }
              marketing: { priority: 3, defaults: [push, inApp] }
            types:
              order-status: { cat: transactional, names: [order-accepted, order-picked-up, order-delivered, order-cancelled, \
            order-delayed, payment-failed, refund], to: customer, collapse: "order:{order}" }
              order-preparing: { cat: transactional, on: orders.order-preparing.v1, to: customer, inAppOnly: true }
              order-received: { cat: transactional, timer: [order.releasedAt, order.releasedAt+PT5M], to: owner, open: order.pending, \
            expires: at+PT10M }
              delivery-offer: { cat: transactional, on: orders.delivery-offered.v1, to: courier, open: offer.open, expires: \
            offer.expiresAt }
              rate-reminder: { cat: informational, timer: order.deliveredAt+PT2H, to: customer, open: rating.missing, expires: at+P2D }
              announcement: { cat: marketing, on: notifications.campaign-started.v1, to: audience, caps: { day: 1, week: 3 }, over: drop }
            """,
    ]
}
