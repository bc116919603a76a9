import Contracts
import Kernel
import Messaging
import PaymentsAccountLedger
import PaymentsService
import ServiceKit
import TestKit
import Testing

@Suite("Wallets of drivers in the United States")
struct DriverWalletTests {
    private let shard: ShardHarness<Payments>
    private let luis = Principal.user("luis", roles: ["driver"])

    init() throws {
        let definition = TenantDefinition(
            tenant: "autofill", name: "AutoFill", currency: .usd, phonePrefix: "+1", sandbox: true,
            roles: ["customer": [], "driver": ["wallet:own"]], plugins: ["payments-stub": ["card", "account-ledger"]],
            settings: ["payments-stub": ["ledger": ["bankAccounts": "aba", "withdrawalMinimum": 100]]])
        shard = try ShardHarness(Payments.self, definition: definition, now: PaymentScene.start)
        try shard.receive(UserRegistered(userId: "luis", name: "Luis", roles: ["driver"]))
    }

    private func tip(_ amount: Int, order: OrderID = "o-1") throws {
        let money = Money(amount, .usd)
        try shard.receive(PostLedger(transactionId: "tip:\(order)", orderId: order, entries: [
            .init(account: .cardClearing, type: .tip, amount: try money.times(-1)),
            .init(account: .user, userId: "luis", type: .tip, amount: money),
        ]))
    }
    private func withdraw(_ amount: Int, _ destination: JSONValue) throws -> Reply {
        let text = String(decoding: try JSON.encode(destination), as: UTF8.self)
        let body: JSONValue = ["amount": ["amount": .int(amount), "currency": "USD"], "destination": try shard.sealed(text)]
        return try #require(try shard.sendThroughPreprocessor(PrepareWalletWithdrawal.self, body, as: luis))
    }
    private static func bank(_ routing: String, _ account: String) -> JSONValue {
        ["type": "bank", "routingNumber": .string(routing), "accountNumber": .string(account)]
    }
    private func balance() throws -> JSONValue? { try shard.ask(WalletOfOwner.self, as: luis).json["balance"]?["amount"] }

    @Test("A tip is in the wallet once, however often it is posted, and goes to an account with a routing number")
    func tips() throws {
        #expect(try balance() == 0)
        try tip(300)
        try tip(300)
        #expect(try balance() == 300)
        let entries = try shard.ask(EntriesOfOwner.self, as: luis).json["data"]?.array
        #expect(entries?.map { $0["type"] } == ["tip"] && entries?.first?["orderId"] == "o-1")
        let reply = try withdraw(300, Self.bank("021000021", "000123456789"))
        #expect(reply.status == 201 && reply.json["destination"] == ["type": "bank", "last4": "6789"])
        #expect(try shard.columns(holding: "123456789").isEmpty, "the number is kept nowhere")
        #expect(try withdraw(100, Self.bank("021000021", "000123456789")).slug == "insufficient-balance")
        try shard.advance(by: .hours(24))
        #expect(try balance() == 0)
    }

    @Test("Every field of a wrong account is named", arguments: [
        (["type": "bank"], ["destination.accountNumber", "destination.routingNumber"]),
        (["type": "bank", "iban": "SA0380000000608010167519"], ["destination.accountNumber", "destination.routingNumber"]),
        (bank("021000022", "000123456789"), ["destination.routingNumber"]), (bank("000000000", "1234"), ["destination.routingNumber"]),
        (bank("02100002", "1234"), ["destination.routingNumber"]), (bank("٠٢١٠٠٠٠٢١", "1234"), ["destination.routingNumber"]),
        (bank("021000021", "123"), ["destination.accountNumber"]), (bank("021000021", "12345678901234567a"), ["destination.accountNumber"]),
        (["type": "card", "routingNumber": "021000021", "accountNumber": "1234"], ["destination.type"]),
    ] as [(JSONValue, [String])])
    func refused(destination: JSONValue, fields: [String]) throws {
        try tip(300)
        #expect(try withdraw(300, destination).fields == fields)
        #expect(try shard.published(WithdrawalRequested.self).isEmpty)
    }

    @Test("Routing numbers of the Federal Reserve pass; one digit changed or two neighbours swapped do not")
    func checkDigit() {
        for number in ["021000021", "011401533", "091000019", "122105155"] {
            #expect(RoutingNumber.isValid(number))
            let digits = Array(number)
            for place in digits.indices {
                var changed = digits
                changed[place] = changed[place] == "9" ? "0" : Character(String((changed[place].wholeNumberValue ?? 0) + 1))
                #expect(!RoutingNumber.isValid(String(changed)), "\(String(changed))")
                // Neighbours that differ by 5 are beyond this check digit.
                guard place > 0, let left = digits[place - 1].wholeNumberValue, let right = digits[place].wholeNumberValue,
                      (left - right) % 5 != 0 else { continue }
                var swapped = digits
                swapped.swapAt(place - 1, place)
                #expect(!RoutingNumber.isValid(String(swapped)), "\(String(swapped))")
            }
        }
    }
}
