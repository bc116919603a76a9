import Kernel
import PaymentsKit
import ServiceKit

/// What payments offers to those who earn by their events.
enum WalletRoutes {
    static let plugin = "event-earnings"
    /// The app says which of its roles earns.
    private static let earners = Route.Access.roleWith(permission: "earnings:own")
    private static let wallet = Schema.object(["available": .money, "onHold": .money, "pendingWithdrawals": .money, "withdrawn": .money],
                                              required: ["available", "onHold", "pendingWithdrawals", "withdrawn"])
    private static let entry =
        Schema.object(["id": .string(), "kind": .string(), "bucket": .oneOf("onHold", "available", "pendingWithdrawals", "withdrawn"),
        "amount": .money,
                                              "eventId": .id, "orderId": .id, "at": .time])
    private static let withdrawal =
        Schema.object(["id": .id, "amount": .money, "status": .oneOf("pending", "paid", "failed"), "failureCode": .string(),
        "payoutAccount": .object(["type": .string(), "last4": .string()]), "settledAt": .time, "createdAt": .time])
    private static let account = Schema.object(["type": .string(), "last4": .string(), "bankName": .string(), "accountName": .string()])
    private static let earnings = Schema.object(["wallet": wallet, "events": .array(.object([
        "eventId": .id, "title": .string(), "gross": .money, "fees": .money, "refunds": .money, "net": .money,
        "state": .oneOf("on-hold", "available"), "availableAt": Schema.time.orNull,
    ]))])
    private static let statement = Schema.object([
        "month": .string(), "from": .time, "to": .time, "opening": wallet, "closing": wallet, "meta": .pageMeta,
        "data": .array(.object(["id": .string(), "kind": .string(), "bucket": .string(), "amount": .money, "eventId": .id,
                                "eventTitle": .string(), "orderId": .id, "at": .time])),
    ])
    private static let paging: [String: Schema] = ["page": .integer(1...1_000_000), "perPage": .integer(1...100)]
    /// Which types there are, lengths and what is required are the preprocessor's: it refuses suspended organizers first, and names
    /// every field that fails.
    private static func payoutAccount(_ providers: PaymentProviders) -> Schema {
        .object([
            "type": .string(nil, "Required. " + (providers.all.filter(\.paysOut).map(\.name) + ["bank"]).joined(separator: ", ") + "."),
            "phone": .string(nil, "Required for mobile money."), "accountNumber": .string(nil, "Required for a bank. 6 to 20 digits."),
            "bankName": .string(nil, "Required for a bank. 2 to 80 characters."),
            "accountName": .string(nil, "Required. 2 to 100 characters."),
        ])
    }
    private static func ugx(_ amount: Int) -> JSONValue { ["amount": .int(amount), "currency": "UGX"] }
    private static let exampleWallet: JSONValue = ["available": ugx(600_000), "onHold": ugx(1_591_250), "pendingWithdrawals": ugx(0),
                                                   "withdrawn": ugx(255_000)]
    private static let exampleWithdrawal: JSONValue =
        ["id": "9a31…", "amount": ugx(50_000), "status": "pending", "createdAt": "2026-11-21T07:00:00Z"]
    private static func list(_ item: JSONValue) -> JSONValue {
        ["data": [item], "meta": ["page": 1, "perPage": 20, "total": 1, "lastPage": 1]]
    }

    /// See `WithdrawalForm`.
    private static let amountInput = Schema([
        "type": ["integer", "object"], "description": "Minor units, or {amount, currency}.",
        "properties": ["amount": ["type": "integer"], "currency": ["type": "string", "minLength": 3, "maxLength": 3]],
        "required": ["amount", "currency"],
    ])

    static func all<List: PaymentProviderList>(_: List.Type) -> [Route] {
        [
            .get("/wallet", WalletOfUser.self, access: earners, plugin: plugin,
                summary: "What you have: available, on hold, on its way, withdrawn", answer: wallet,
                 example: exampleWallet),
            .get("/wallet/entries", WalletEntries.self, access: earners, plugin: plugin, query: paging,
                 summary: "Your books, newest first",
                answer: .page(of: entry),
                 example: list(["id": "sale:51aa…", "kind": "sale", "bucket": "onHold", "amount": ugx(100_000), "eventId": "e1…",
                     "orderId": "51aa…", "at": "2026-11-21T07:00:00Z"])),
            .get("/wallet/withdrawals", WithdrawalsOfUser.self, access: earners, plugin: plugin, query: paging,
                 summary: "Your withdrawals, newest first", answer: .page(of: withdrawal), example: list(exampleWithdrawal)),
            Route.command("POST", "/wallet/withdrawals", RequestWithdrawal.self, access: earners, plugin: plugin,
                     body: .object(["amount": amountInput], required: ["amount"]),
                     summary: "Takes available money out", success: 201, answer: withdrawal,
                     refusals: ["403 organizer-suspended", "409 insufficient-balance", "409 payout-account-missing"],
                     example: exampleWithdrawal).checkedByHandler(),
            .get("/organizer/payout-account", PayoutAccountOfUser.self, access: earners, plugin: plugin, action: "organize",
                 summary: "Where your money goes",
                 answer: account, example: ["type": "mtn_momo", "last4": "0000", "accountName": "Bob Events"]),
            .intake("PUT", "/organizer/payout-account", PreparePayoutAccount<List>.self, access: earners, plugin: plugin,
                    action: "organize", body: payoutAccount(List.providers), sealed: ["phone", "accountNumber"],
                    summary: "Says where your money should go; the number is replaced by a token at once",
                    answer: account, refusals: ["403 organizer-suspended"],
                    example: ["type": "mtn_momo", "last4": "0000", "accountName": "Bob Events"])
                .alsoCheckedByHandler(judgedBy: ["phone": "type", "accountNumber": "type", "bankName": "type"]),
            .get("/organizer/earnings", EarningsOfOrganizer.self, access: earners, plugin: plugin, action: "organize",
                summary: "Your wallet and what each event earned", answer: earnings,
                 example: ["wallet": exampleWallet,
                           "events": [["eventId": "e1…", "title": "Kampala Tech Summit", "gross": ugx(1_500_000), "fees": ugx(75_000),
                               "refunds": ugx(0),
                                                                          "net": ugx(1_425_000), "state": "on-hold", "availableAt": nil]]]),
            .get("/organizer/earnings/statement", EarningsStatement.self, access: earners, plugin: plugin, action: "organize",
                 query: ["month": .string(7...7, pattern: "^[0-9]{4}-(0[1-9]|1[0-2])$")], headers: ["accept"],
                 summary: "Your books of a month, oldest first, between two balances; with `Accept: text/csv` all lines as a table.",
                 answer: statement).alsoAnswering(as: "text/csv"),
        ]
    }
}
