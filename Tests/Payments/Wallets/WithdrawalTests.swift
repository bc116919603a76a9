import Contracts
import Kernel
import Messaging
import PaymentsService
import PaymentsWallets
import Testing
import TestKit

@Suite("Withdrawals of an organizer")
struct WithdrawalTests {
    @Test("A withdrawal is paid to the account as it was at the request")
    func accountOfRequest() throws {
        let scene = try WalletScene()
        try scene.sell("o-1", 100_000)
        try scene.endEvent()
        try scene.shard.advance(by: .days(3))
        _ = try scene.payout("+256772000002")
        let asked = try #require(try scene.withdraw(60_000))
        #expect(asked.json["payoutAccount"] == ["type": "mtn_momo", "last4": "0002"])
        _ = try scene.payout()
        try scene.shard.advance(by: .seconds(5))
        #expect(try scene.shard.ask(WithdrawalsOfUser.self, as: WalletScene.bob).json["data"]?.array?.map { $0["status"] } == ["failed"])
        #expect(try scene.wallet() == [95_000, 0, 0, 0])
    }

    @Test("A withdrawal waits for the provider, then is out; one to a phone ending 02 fails and is available again")
    func withdrawals() throws {
        let scene = try WalletScene()
        try scene.sell("o-1", 100_000)
        try scene.endEvent()
        try scene.shard.advance(by: .days(3))
        #expect(try scene.withdraw(10_000)?.slug == "payout-account-missing")
        #expect(try scene.payout()?.json["last4"] == "0000")
        #expect(try scene.withdraw(4_999)?.fields == ["amount"])
        #expect(try scene.withdraw(95_001)?.slug == "insufficient-balance")
        #expect(try scene.withdraw(60_000)?.status == 201)
        #expect(try scene.withdraw(60_000)?.slug == "insufficient-balance")
        #expect(try scene.wallet() == [35_000, 0, 60_000, 0])
        try scene.shard.advance(by: .seconds(5))
        #expect(try scene.wallet() == [35_000, 0, 0, 60_000])
        _ = try scene.payout("+256772000002")
        #expect(try scene.withdraw(5_000)?.status == 201)
        try scene.shard.advance(by: .seconds(5))
        #expect(try scene.wallet() == [35_000, 0, 0, 60_000])
        let list = try scene.shard.ask(WithdrawalsOfUser.self, as: WalletScene.bob).json["data"]?.array
        #expect(list?.map { $0["status"] } == ["failed", "paid"])
        #expect(list?.map { $0["payoutAccount"]?["last4"] } == ["0002", "0000"])
        #expect(list?.allSatisfy { $0["settledAt"]?.string != nil } == true)
        #expect(try scene.shard.publishedTypes().suffix(4) == ["payments.withdrawal-requested.v1", "payments.withdrawal-settled.v1",
            "payments.withdrawal-requested.v1", "payments.withdrawal-failed.v1"])
    }

    @Test("A sum of another currency that nobody has is refused for both in one answer")
    func wrongSum() throws {
        let scene = try WalletScene()
        let refused = try scene.shard.send(RequestWithdrawal(amount: Money(-1, .eur).json), as: WalletScene.bob)
        #expect(refused?.status == 422 && refused?.fields == ["amount", "amount.currency"])
    }

    @Test("Everything that is wrong with the form of an amount is named", arguments: [
        (.null, ["amount": ["is required"]]), ("5000", ["amount": ["must be a whole number"]]),
        (1e308, ["amount": ["must be a whole number"]]), ([:], ["amount.amount": ["is required"], "amount.currency": ["is required"]]),
        (["amount": 5000.5, "currency": "USD"], ["amount.amount": ["must be a whole number"], "amount.currency": ["must be UGX"]]),
        (0, ["amount": ["must be 1 to 2000000000000"]]),
    ] as [(JSONValue, JSONValue)])
    func form(_ amount: JSONValue, _ errors: JSONValue) throws {
        let refused = try WalletScene().shard.send(RequestWithdrawal(amount: amount), as: WalletScene.bob)
        #expect(refused?.status == 422 && refused?.json["errors"] == errors)
    }

    @Test("A payout account of a type that is none is refused with everything else that is wrong")
    func payoutType() throws {
        let body: JSONValue = ["type": "zzz", "accountName": "B"]
        let refused = try WalletScene().shard.sendThroughPreprocessor(PreparePayoutAccount<Payments>.self, body, as: WalletScene.bob)
        #expect(refused?.status == 422 && refused?.fields == ["accountName", "type"])
    }

    @Test("A bank account shows the last 4; every wrong field is named; the number is nowhere in the log")
    func payoutAccount() throws {
        let scene = try WalletScene()
        #expect(try scene.shard.ask(PayoutAccountOfUser.self, as: WalletScene.bob).status == 404)
        let body: JSONValue = ["type": "bank", "bankName": "Stanbic", "accountNumber": try scene.shard.sealed("9030012345678"),
                               "accountName": "Bob Events"]
        #expect(try scene.shard.sendThroughPreprocessor(PreparePayoutAccount<Payments>.self, body, as: WalletScene.bob)?.json
            == ["type": "bank", "bankName": "Stanbic", "last4": "5678", "accountName": "Bob Events"])
        #expect(try scene.shard.ask(PayoutAccountOfUser.self, as: WalletScene.bob).json["last4"] == "5678")
        let wrong: JSONValue = ["type": "bank", "accountNumber": try scene.shard.sealed("12x")]
        #expect(try scene.shard.sendThroughPreprocessor(PreparePayoutAccount<Payments>.self, wrong, as: WalletScene.bob)?.fields
            == ["accountName", "accountNumber",
                "bankName"])
        for record in scene.shard.log { #expect(!String(decoding: record.value ?? [], as: UTF8.self).contains("90300123")) }
    }
}
