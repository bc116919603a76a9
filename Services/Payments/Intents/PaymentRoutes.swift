import Contracts
import Kernel
import PaymentsKit
import PaymentsMethods
import PaymentsRefunds
import ServiceKit

/// What payments offers over HTTP.
enum PaymentRoutes {
    private static func payment(_ providers: PaymentProviders) -> Schema {
        .object([
            "id": .id, "orderId": .id, "amount": .integer(), "currency": .string(3...3), "method": method.orNull, "status": status,
            "nextAction": .object(["type": oneOf(Array(Set(providers.all.flatMap(\.actions))).sorted()), "instructions": .string(),
                                   "url": .string(), "expiresAt": .time]),
            "failureCode": .string(), "attempts": .integer(), "holdExpiresAt": Schema.time.orNull, "refundedAmount": .integer(),
            "refunds": .array(refund), "createdAt": .time, "captureMethod": .oneOf("automatic", "manual"), "amountAuthorized": .integer(),
            "amountCaptured": .integer(), "authorizationExpiresAt": Schema.time.orNull,
            "purpose": oneOf(PaymentPurpose.allCases.map(\.rawValue)),
        ], required: ["id", "orderId", "amount", "currency", "status", "refunds", "createdAt"])
    }
    private static let status = Schema.oneOf("requires_payment_method", "requires_action", "processing", "requires_capture", "failed",
        "canceled", "succeeded", "partially_refunded", "refunded")
    private static let method =
        Schema.object(["type": .string(), "brand": .string(), "last4": .string(), "expMonth": .integer(), "expYear": .integer()])
    private static let refund = Schema.object([
        "id": .id, "paymentId": .id, "amount": .integer(), "currency": .string(3...3), "status": .oneOf("pending", "succeeded", "failed"),
        "failureCode": .string(),
        "reason": .string(), "createdAt": .time,
    ])
    private static let keptMethod = Schema.object([
        "id": .id, "type": .string(), "brand": .string(), "last4": .string(), "expMonth": .integer(), "expYear": .integer(),
        "isDefault": .boolean, "createdAt": .time,
    ])
    private static let transaction = Schema.object([
        "id": .id, "type": .oneOf("payment", "refund"), "paymentId": .id, "orderId": .id, "amount": .integer(), "currency": .string(3...3),
        "status": .string(), "method": Schema.string().orNull, "createdAt": .time,
    ])
    /// A method of any type, by what the providers say of theirs.
    private static func details(_ providers: PaymentProviders) -> [String: Schema] {
        providers.fields.merging(["type": oneOf(providers.all.map(\.name))]) { own, _ in own }
    }
    private static func oneOf(_ values: [String]) -> Schema { Schema(["type": "string", "enum": .array(values.map { .string($0) })]) }
    private static let day = Schema.string(1...40, "RFC 3339, or YYYY-MM-DD in the app's zone; `to` is exclusive, a day counts whole.")
    private static let paging: [String: Schema] = ["page": .integer(1...1_000_000), "perPage": .integer(1...100)]
    private static let examplePayment: JSONValue = [
        "id": "8d2c…", "orderId": "51aa…", "amount": 100_000, "currency": "UGX", "method": ["type": "mtn_momo", "last4": "0000"],
        "status": "processing",
        "attempts": 1, "holdExpiresAt": "2026-11-21T07:20:00Z", "refundedAmount": 0, "refunds": [], "createdAt": "2026-11-21T07:00:00Z",
    ]
    private static let exampleMethod: JSONValue = [
        "id": "3c7e…", "type": "card", "brand": "visa", "last4": "4242", "expMonth": 12, "expYear": 2030, "isDefault": true,
        "createdAt": "2026-11-21T07:00:00Z",
    ]

    static func all<List: PaymentProviderList>(_: List.Type) -> [Route] {
        payments(List.self) + methods(List.self) + [
            .get("/transactions", TransactionsOfUser.self, access: .user, action: "purchase",
                 query: paging.merging(["from": day, "to": day, "status": .string(1...40)]) { own, _ in own },
                 summary: "What you paid and got back, newest first", answer: .page(of: transaction),
                 example: [
                     "data": [["id": "8d2c…", "type": "payment", "paymentId": "8d2c…", "orderId": "51aa…", "amount": 100_000,
                     "currency": "UGX", "status": "succeeded",
                                     "method": "mtn_momo", "createdAt": "2026-11-21T07:00:00Z"]],
                                     "meta": ["page": 1, "perPage": 20, "total": 1, "lastPage": 1]]),
        ]
    }

    private static let secretHeader = [PayerCheck.header]
    private static let guestKeyQuery: [String: Schema] = ["clientSecret": .string(1...100)]
    private static let guestKeyBody = Schema.object(["clientSecret": .string(1...100)])
    private static let guestKey = GuestKey(header: PayerCheck.header, field: "clientSecret")
    /// Without a token and without a key.
    private static let unsigned = ["401 unauthenticated"]
    /// What is wrong with a method depends on its type; that there is none, on the other way to name one.
    private static func confirmation(_ providers: PaymentProviders) -> [String: String] {
        Dictionary(providers.fields.keys.map { ("method." + $0, "method.type") } + [("method", "paymentMethodId")]) { first, _ in first }
    }
    private static func payments<List: PaymentProviderList>(_: List.Type) -> [Route] {
        let payment = payment(List.providers)
        return [
            Route.get("/payments/{paymentId}", PaymentDetails.self, access: .guest, action: "purchase",
                 query: guestKeyQuery, headers: secretHeader,
                 summary: "One of your payments, a guest's by its key, any for who may refund", answer: payment, refusals: unsigned,
                 example: examplePayment)
                .with(guestKey: guestKey),
            Route.intake("POST", "/payments/{paymentId}/confirm", PrepareConfirm<List>.self, access: .guest, action: "purchase",
                    body: .object(["paymentMethodId": .id, "method": .object(details(List.providers), required: ["type"]),
                                   "clientSecret": .string(1...100)]),
                    query: guestKeyQuery, sealed: ["method", "clientSecret"], headers: [CreateIntent.sandboxHeader] + secretHeader,
                    summary: "Starts to pay, with a kept method or a new one; a guest by the payment's key", answer: payment,
                    refusals: unsigned + ["409 hold-expired", "409 order-already-paid", "409 payment-in-progress", "409 payment-canceled",
                               "409 too-many-payment-attempts", "409 conflict", "429 too-many-requests"], example: examplePayment)
                .with(guestKey: guestKey).alsoCheckedByHandler(judgedBy: confirmation(List.providers)),
            Route.command("POST", "/payments/{paymentId}/approve", ApprovePayment.self, access: .guest, action: "purchase",
                          body: guestKeyBody, query: guestKeyQuery, headers: secretHeader,
                          summary: "Sandbox: the customer enters the PIN or passes 3-D Secure", answer: payment,
                          refusals: unsigned + ["409 payment-state"],
                          example: examplePayment).with(guestKey: guestKey, sealed: ["clientSecret"]),
            Route.command("POST", "/payments/{paymentId}/reject", RejectPayment.self, access: .guest, action: "purchase",
                          body: guestKeyBody, query: guestKeyQuery, headers: secretHeader,
                          summary: "Sandbox: the customer declines", answer: payment, refusals: unsigned + ["409 payment-state"],
                          example: examplePayment).with(guestKey: guestKey, sealed: ["clientSecret"]),
            .command("POST", "/payments/{paymentId}/refunds", RequestPaymentRefund.self,
                     access: .permission(RequestPaymentRefund.permission), action: "purchase",
                     body: .object(["amount": .integer(RequestPaymentRefund.amounts),
                                    "reason": .string(RequestPaymentRefund.reasonCharacters),
                                    "chargedTo": .oneOf(RefundPayer.allCases.map(\.rawValue))], required: ["reason"]),
                     summary: "Gives money back; without an amount all that is left", success: 201, answer: refund,
                     refusals: ["403 refund-limit", "409 cash-not-refundable", "409 order-not-delivered", "409 payment-state",
                                "409 refund-exceeds-payment", "409 conflict"],
                     example: ["id": "77f0…", "paymentId": "8d2c…", "amount": 50_000, "currency": "UGX", "status": "succeeded",
                               "reason": "Wrong date", "createdAt": "2026-11-21T07:00:00Z"]).checkedByHandler(),
        ]
    }

    private static func methods<List: PaymentProviderList>(_: List.Type) -> [Route] {
        let details = details(List.providers)
        return [
            .get("/payment-methods", PaymentMethodsOfUser.self, access: .user, action: "purchase", query: paging,
                 summary: "Your payment methods, newest first",
                 answer: .page(of: keptMethod),
                 example: ["data": [exampleMethod], "meta": ["page": 1, "perPage": 20, "total": 1, "lastPage": 1]]),
            .intake("POST", "/payment-methods", PrepareMethod<List>.self, access: .user, action: "purchase",
                    body: .object(details, required: ["type"]),
                    sealed: List.providers.fields.keys.sorted(),
                    summary: "Keeps a payment method; the number is replaced by a token at once",
                    success: 201,
                    answer: keptMethod, refusals: ["409 too-many-payment-methods"], example: exampleMethod)
                .alsoCheckedByHandler(judgedBy: List.providers.fields.mapValues { _ in "type" }),
            .command("DELETE", "/payment-methods/{methodId}", RemovePaymentMethod.self, access: .user, action: "purchase",
                summary: "Forgets a payment method", success: 204),
            .command("PUT", "/payment-methods/{methodId}/default", ChooseDefaultMethod.self, access: .user, action: "purchase",
                     summary: "Offers this method first", answer: keptMethod, example: exampleMethod),
        ]
    }
}
