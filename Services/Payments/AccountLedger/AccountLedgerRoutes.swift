import Kernel
import ServiceKit

/// Wallets and books over HTTP.
enum AccountLedgerRoutes {
    static let plugin = AccountLedger.plugin
    static let owning = "wallet:own"
    static let managing = "wallets:manage"
    static let reporting = "reports:read"

    private static let wallet = Schema.object(["balance": .money, "pending": .money, "available": .money],
                                              required: ["balance", "pending", "available"])
    private static let managedWallet = Schema.object([
        "userId": .id, "name": Schema.string().orNull, "balance": .money, "pending": .money, "available": .money, "cashInHand": .money,
    ])
    private static let entry = Schema.object([
        "id": .string(), "type": .string(), "amount": .money, "orderId": Schema.id.orNull, "restaurantId": Schema.id.orNull,
        "balanceAfter": .money, "at": .time,
    ])
    private static let withdrawal = Schema.object([
        "id": .id, "amount": .money, "status": .oneOf("pending", "settled"), "settledAt": Schema.time.orNull, "createdAt": .time,
        "destination": .object(["type": .oneOf("bank"), "last4": .string()]),
    ])
    private static let report = Schema.object([
        "transactions": .array(.object([
            "id": .string(), "at": .time,
            "entries": .array(.object(["account": .string(), "userId": .id, "type": .string(), "amount": .money])),
        ])),
        "sum": .money, "meta": Schema.pageMeta,
    ])
    private static let day = Schema.string(1...40, "RFC 3339, or YYYY-MM-DD in the app's zone; `to` is exclusive, a day counts whole.")
    private static func money(_ amount: Int) -> JSONValue { ["amount": .int(amount), "currency": "SAR"] }
    private static let exampleEntry: JSONValue = [
        "id": "delivered:51aa…:1", "type": "sale", "amount": money(6200), "orderId": "51aa…", "restaurantId": "8c2f…",
        "balanceAfter": money(6200), "at": "2026-11-21T07:00:00Z",
    ]

    static let all: [Route] = own + managed

    private static let own: [Route] = [
        .get("/wallet", WalletOfOwner.self, access: .permission(owning), plugin: plugin, summary: "What you have", answer: wallet,
             example: ["balance": money(5270), "pending": money(0), "available": money(5270)]),
        .get("/wallet/entries", EntriesOfOwner.self, access: .permission(owning), plugin: plugin, query: Schema.paging,
             summary: "Your books, last booked first", answer: .page(of: entry)),
        .get("/wallet/withdrawals", WithdrawalsOfOwner.self, access: .permission(owning), plugin: plugin, query: Schema.paging,
             summary: "Your withdrawals, newest first", answer: .page(of: withdrawal)),
        .intake("POST", "/wallet/withdrawals", PrepareWalletWithdrawal.self, access: .permission(owning), plugin: plugin,
                body: .object([
                    "amount": .money,
                    "destination": .object([
                        "type": .string(1...20), "iban": .string(1...50),
                        "routingNumber": .string(1...20), "accountNumber": .string(1...30),
                    ], required: ["type"]),
                ], required: ["amount", "destination"]),
                sealed: ["destination"],
                summary: "Takes money out to a bank account, named by its IBAN, in the United States by routingNumber and accountNumber; "
                    + "of its number the last four digits are kept",
                success: 201, answer: withdrawal, refusals: ["409 insufficient-balance"],
                example: ["id": "9a31…", "amount": money(5000), "status": "pending", "settledAt": nil,
                          "createdAt": "2026-11-21T07:00:00Z", "destination": ["type": "bank", "last4": "7519"]])
            .alsoCheckedByHandler(),
    ]

    private static let managed: [Route] = [
        .get("/admin/wallets", ManagedWallets.self, access: .permission(managing), plugin: plugin, query: Schema.paging,
             summary: "Everybody's wallets", answer: .page(of: managedWallet)),
        .get("/admin/wallets/{userId}/entries", ManagedEntries.self, access: .permission(managing), plugin: plugin, query: Schema.paging,
             summary: "Somebody's books, last booked first", answer: .page(of: entry), refusals: ["404 not-found"]),
        .command("POST", "/admin/wallets/{userId}/cash-settlements", SettleCourierCash.self, access: .permission(managing), plugin: plugin,
                 body: .object(["amount": .money], required: ["amount"]), summary: "Somebody hands over cash that he collected",
                 success: 201, answer: entry, refusals: ["404 not-found", "409 insufficient-balance"], example: exampleEntry)
            .alsoCheckedByHandler(),
        .command("POST", "/admin/wallets/{userId}/adjustments", AdjustWallet.self, access: .permission(managing), plugin: plugin,
                 body: .object(["amount": .money, "reason": .string(1...300)], required: ["amount", "reason"]),
                 summary: "Corrects a wallet, either way", success: 201, answer: entry, refusals: ["404 not-found"],
                 example: exampleEntry).alsoCheckedByHandler(),
        .get("/admin/reports/ledger", LedgerReport.self, access: .permission(reporting), plugin: plugin,
             query: Schema.paging.merging(["from": day, "to": day]) { own, _ in own }, headers: ["accept"],
             summary: "The books of a time, newest first, and the sum of all entries; with `Accept: text/csv` all entries as a table.",
             answer: report).alsoAnswering(as: "text/csv"),
    ]
}
