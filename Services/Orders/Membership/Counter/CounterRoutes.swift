import Kernel
import ServiceKit

/// Memberships over HTTP: the counter of a partner shop. Besides the role, every call needs that the caller works at the shop.
enum CounterRoutes {
    private static let plugin = Membership.name
    private static let access = Route.Access.roles([MembershipRoutes.vendor])
    /// In a body any whole number is the number of a shop, if only of one that is not there.
    private static let shopId = Schema.integer()
    private static let reason = Schema.object(["reason": .string(3...200)], required: ["reason"])
    private static let span = MembershipRoutes.paging.merging(
        ["shopId": .integer(1...Int(Int32.max)), "from": .date, "to": .date]) { own, _ in own }
    private static let language = ["accept-language"]

    static let all: [Route] = [
        .command("POST", "/vendor/scans", ScanCode.self, access: access, plugin: plugin,
                 body: .object(["payload": .string(1...2048), "shopId": shopId], required: ["payload"]),
                 summary: "Read a member's card or moving code. A refusal is an answer, too, with its reason.", answer: scan,
                 refusals: ["403 not-your-shop", "404 not-found", "409 shop-inactive", "429 too-many-refused-scans"],
                 example: ["payload": "PEEZ1:PEEZ-20251103-00002:1795244400:12345678", "shopId": 11]),
        .command("POST", "/vendor/activations", ActivateMembership.self, access: access, plugin: plugin,
                 body: .object(["scanId": .id, "months": .integer(1...24)], required: ["scanId", "months"]), headers: language,
                 summary: "Sell months for cash to the member of a scan.", success: 201, answer: activation,
                 refusals: ["403 not-your-shop", "404 not-found", "409 scan-already-used", "409 scan-refused", "409 coverage-limit",
                            "409 shop-inactive", "410 scan-expired"], example: ["scanId": "5b1c…", "months": 2]).alsoCheckedByHandler(),
        .get("/vendor/activations", ActivationsOfShop.self, access: access, plugin: plugin, query: span, headers: language,
             summary: "A shop's sales of memberships, newest first.",
             answer: .page(of: activation, summary: ["count": .integer(), "total": .money]),
             refusals: ["403 not-your-shop", "404 not-found"]),
        .command("POST", "/vendor/activations/{activationId}/void", VoidActivation.self, access: access, plugin: plugin, body: reason,
                 headers: language, summary: "Take a sale back within some minutes.", answer: activation,
                 refusals: ["403 not-your-shop", "404 not-found", "409 void-window-closed", "409 already-voided",
                            "409 not-latest-subscription", "409 subscription-used"],
                 example: ["reason": "mauvaise personne"]),
        .command("POST", "/vendor/redemptions", RedeemDiscount.self, access: access, plugin: plugin,
                 body: .object(["scanId": .id, "purchaseAmount": .money], required: ["scanId", "purchaseAmount"]), headers: language,
                 summary: "Give the discount of a scanned moving code on a purchase.", success: 201, answer: visit,
                 refusals: ["403 not-your-shop", "403 own-shop", "404 not-found", "409 proof-required", "409 not-active",
                            "409 scan-already-used", "409 scan-refused", "409 shop-inactive", "410 scan-expired"],
                 example: ["scanId": "5b1c…", "purchaseAmount": ["amount": 245_000, "currency": "DZD"]]).alsoCheckedByHandler(),
        .get("/vendor/redemptions", RedemptionsOfShop.self, access: access, plugin: plugin, query: span, headers: language,
             summary: "The visits at a shop, newest first.",
             answer: .page(of: visit, summary: ["count": .integer(), "total": .money, "savings": .money]),
             refusals: ["403 not-your-shop", "404 not-found"]),
        .command("POST", "/vendor/redemptions/{redemptionId}/void", VoidRedemption.self, access: access, plugin: plugin, body: reason,
                 headers: language,
                 summary: "Take a visit back: the shop within some minutes, an administrator at any time.",
                 answer: visit,
                 refusals: ["403 not-your-shop", "404 not-found", "409 void-window-closed", "409 already-voided"],
                 example: ["reason": "mauvais montant"])
            .with(orPermission: MembershipRoutes.managing),
        .command("POST", "/vendor/redemptions/offline", UploadVisits.self, access: access, plugin: plugin,
                 body: .object(["shopId": shopId, "items": .array(.any, 1...UploadVisits.itemsMax)], required: ["shopId", "items"]),
                 summary: """
                     Tell visits that were made without a network: `{nonce, payload, scannedAt, purchaseAmount}` each. The same nonce \
                     again changes nothing.
                     """,
                 answer: .object(
                     ["results": .array(.object(["nonce": Schema.string().orNull, "result": .oneOf("recorded", "duplicate", "refused"),
                                                 "reason": Schema.string().orNull, "redemptionId": Schema.string().orNull]))]),
                 refusals: ["403 not-your-shop", "404 not-found", "409 shop-inactive", "429 too-many-refused-scans"],
                 example: ["shopId": 11, "items": [["nonce": "till-1-000017", "payload": "PEEZ1:PEEZ-20251103-00002:1795244400:12345678",
                                                    "scannedAt": "2026-11-21T07:00:05Z",
                                                    "purchaseAmount": ["amount": 245_000, "currency": "DZD"]]]]),
    ]

    private static let member =
        Schema.object(["name": Schema.string().orNull, "membershipId": Schema.string().orNull, "memberSince": Schema.date.orNull])
    /// A shop sees whose visit it was.
    private static let visit = MembershipRoutes.redemption.adding(["member": member])
    private static let scan = Schema.object([
        "scanId": Schema.string().orNull, "result": .oneOf("valid", "refused"), "reason": Schema.string().orNull,
        "kind": Schema.string().orNull, "shopId": .integer(),
        "member": member.orNull,
        "subscription": Schema.object(["status": .string(), "endDate": Schema.date.orNull, "daysRemaining": .integer()]).orNull,
        "discountPercent": Schema.number().orNull, "allowed": .array(.oneOf("activate", "redeem")), "maxMonths": Schema.integer().orNull,
        "expiresAt": Schema.time.orNull,
    ])
    private static let activation = Schema.object([
        "id": .id, "status": .oneOf("completed", "voided"), "shopId": .integer(), "member": member, "months": .integer(), "amount": .money,
        "subscription": MembershipRoutes.subscription, "cashStatus": .oneOf("recording", "recorded", "unconfirmed", "voided"),
        "voidableUntil": .time, "voidedAt": Schema.time.orNull, "createdAt": .time,
    ])
}
