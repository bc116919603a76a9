import Contracts
import Kernel
import ServiceKit

/// Memberships over HTTP: members and administrators.
enum MembershipRoutes {
    static let vendor = "vendor"
    static let managing = "subscriptions:manage"
    private static let plugin = Membership.name
    private static let language = ["accept-language"]
    static let paging: [String: Schema] = ["page": .integer(1...1_000_000), "perPage": .integer(1...100)]

    static let all: [Route] = member + card + orders + CounterRoutes.all + [
        .command("POST", "/admin/subscriptions/{subscriptionId}/cancel", CancelSubscription.self, access: .permission(managing),
                 plugin: plugin, body: .object(["reason": .string(3...200)], required: ["reason"]), headers: language,
                 summary: "End the newest period of a member at once. No money moves.", answer: subscription,
                 refusals: ["404 not-found", "409 not-latest-subscription", "409 invalid-transition"],
                 example: ["reason": "Left the town"]),
    ]

    private static let member: [Route] = [
        .get("/plans", Plans.self, access: .guest, plugin: plugin, query: paging, summary: "What a membership costs.",
             answer: .page(of: plan)),
        .get("/subscriptions/status", MembershipStatus.self, access: .user, plugin: plugin, headers: language,
             summary: "Am I covered, until when? Never 404; nobody keeps the answer.", answer: status),
        .get("/subscriptions/history", MembershipHistory.self, access: .user, plugin: plugin, query: paging, headers: language,
             summary: "My periods, newest first.", answer: .page(of: subscription)),
        .get("/home/stats", HomeStats.self, access: .user, plugin: plugin, summary: "What I saved this month and what the membership cost.",
             answer: stats),
        .get("/redemptions", RedemptionsOfMember.self, access: .user, plugin: plugin,
             query: paging.merging(["month": .string(7...7, pattern: "^[0-9]{4}-(0[1-9]|1[0-2])$"),
                                    "shopId": .integer(1...Int(Int32.max))]) { own, _ in own },
             headers: language, summary: "My visits, newest first, with what they saved.",
             answer: .page(of: redemption, summary: ["visits": .integer(), "savings": .money])),
    ]

    private static let card: [Route] = [
        .get("/users/{uuid}/card", MemberCard.self, access: .user, plugin: plugin,
             summary: "My card: who I am, until when, as text and as a QR code.", answer: memberCard, refusals: ["404 not-found"]),
        .get("/users/{uuid}/card/proof", CardProof.self, access: .user, plugin: plugin,
             summary: "The moving code of this half minute, ready to be shown.", answer: proof, refusals: ["404 not-found"]),
        .command("POST", "/users/{uuid}/card/rotate", RotateCard.self, access: .user, plugin: plugin,
                 summary: "A new card: older codes and keys are dead at once.", answer: memberCard, refusals: ["404 not-found"]),
        .get("/card-keys", CardKeys.self, access: .guest, plugin: plugin,
             summary: "The public key that cards are signed with, as a JWK Set.",
             answer: .object(
                 ["keys": .array(
                     .object(
                         ["kty": .string(), "crv": .string(), "alg": .string(), "use": .string(), "kid": .string(), "x": .string()]))])),
    ]

    private static let orders: [Route] = [
        .command("POST", "/subscriptions", OrderMembership.self, access: .user, plugin: plugin,
                 body: .object(["months": .integer(1...24)], required: ["months"]),
                 headers: [CreateIntent.sandboxHeader],
                 summary: "Order months in the app; the payment can be confirmed at once.", success: 201,
                 answer: .object(["order": order]), refusals: ["409 feature-disabled", "409 order-open", "409 coverage-limit"],
                 example: ["months": 1]),
        .get("/orders/{orderId}", MembershipOrderDetails.self, access: .user, plugin: plugin, summary: "One of my orders.", answer: order,
             refusals: ["404 not-found"]),
        .command("POST", "/orders/{orderId}/cancel", CancelMembershipOrder.self, access: .user, plugin: plugin,
                 summary: "Cancel an order that waits for its payment.",
                 answer: order, refusals: ["404 not-found", "409 invalid-transition"]),
        .command("POST", "/subscriptions/interest", NoteInterest.self, access: .user, plugin: plugin,
                 summary: "Tell me when I can pay in the app.", success: 204),
    ]

    private static let plan = Schema.object(["months": .integer(), "price": .money, "pricePerMonth": .money, "savingPercent": .integer()])
    static let shop = Schema.object(["id": .integer(), "name": Schema.string().orNull]).orNull
    static let subscription = Schema.object([
        "id": .integer(), "status": .oneOf("active", "expired", "cancelled"), "isCurrent": .boolean, "startDate": .date, "endDate": .date,
        "durationMonths": .integer(),
        "source": .oneOf("vendor", "in_app"), "price": .money, "pricePerMonth": .money, "shop": shop, "cancelledAt": Schema.time.orNull,
        "createdAt": .time,
    ])
    private static let status = Schema.object([
        "status": .oneOf("active", "expired", "cancelled", "none"), "hasActiveSubscription": .boolean, "startDate": Schema.date.orNull,
        "endDate": Schema.date.orNull,
        "endsAt": Schema.time.orNull, "daysTotal": .integer(), "daysRemaining": .integer(), "progressPercent": .integer(),
        "expiresSoon": .boolean, "maxMonths": .integer(), "current": subscription.orNull,
    ])
    private static let stats = Schema.object([
        "month": .string(), "neighborhoodId": Schema.integer().orNull, "shopsInNeighborhood": Schema.integer().orNull,
        "shopsTotal": .integer(),
        "savingsThisMonth": .money, "visitsThisMonth": .integer(), "savingsTotal": .money, "shopsVisited": .integer(),
        "feeThisMonth": .money, "netSavingsThisMonth": .money,
    ])
    static let redemption = Schema.object([
        "id": .id, "status": .oneOf("recorded", "voided"), "shop": shop, "purchaseAmount": .money, "discountPercent": .number(),
        "savings": .money, "amountDue": .money,
        "explain": .array(
            .object(["rule": .oneOf("shop-discount", "campaign"), "campaignId": .string(), "percent": .number(), "amount": .money])),
        "offline": .boolean, "voidableUntil": .time, "recordedAt": .time,
    ])
    private static let memberCard = Schema.object([
        "user": .object(["uuid": .id, "name": Schema.string().orNull, "email": Schema.string().orNull, "phone": Schema.string().orNull,
                         "membershipId": Schema.string().orNull, "memberSince": Schema.date.orNull]),
        "subscription": .object(
            ["status": .string(), "endDate": Schema.date.orNull, "endsAt": Schema.time.orNull, "daysRemaining": .integer()]),
        "qrCode": .string(nil, "PNG, base64."), "qrPayload": .string(nil, "JWS, compact."), "cardVersion": .integer(),
        "proof": Schema.object(["key": .string(nil, "Base 32."), "algorithm": .string(), "digits": .integer(), "period": .integer(),
                                "format": .string()]).orNull,
        "serverTime": .time,
    ])
    private static let proof = Schema.object(
        ["payload": .string(), "qrCode": .string(), "validFrom": .time, "validUntil": .time, "refreshAt": .time, "serverTime": .time])
    private static let order = Schema.object([
        "id": .id, "status": .oneOf("awaiting_payment", "completed", "expired", "cancelled", "refunded"), "months": .integer(),
        "amount": .money, "payment": .object(["id": .id]), "expiresAt": .time, "subscriptionId": .integer(), "createdAt": .time,
    ])
}
