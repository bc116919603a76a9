import Contracts
import Kernel
import Messaging
import PaymentsService
import PaymentsWallets
import Testing
import TestKit

@Suite("Earners who apply, stop and go on")
struct SuspendedEarnerTests {
    private func suspend(_ scene: WalletScene, _ isSuspended: Bool) throws {
        try scene.shard.receive(OrganizerUpdated(userId: "bob", isSuspended: isSuspended, isVerified: !isSuspended))
    }
    /// As auth seals it for payments.
    private func open(_ scene: WalletScene, _ type: String, _ number: String, bank: String? = nil) throws {
        let sealed: SealedValue = try scene.shard.sealed(number).decoded()
        try scene.shard.receive(OpenPayoutAccount(userId: "bob", accountType: type, number: sealed, bankName: bank,
                                                  accountName: "Bob Events"))
    }
    private func account(_ scene: WalletScene) throws -> JSONValue {
        try scene.shard.ask(PayoutAccountOfUser.self, as: WalletScene.bob).json
    }

    @Test("Money of a suspended organizer stays where it is: neither a withdrawal nor another account, until the organizer goes on")
    func suspended() throws {
        let scene = try WalletScene()
        _ = try scene.payout()
        try scene.sell("o-1", 100_000)
        try scene.endEvent()
        try scene.shard.advance(by: .days(3))
        try suspend(scene, true)
        // Before any question of form.
        for reply in [try scene.withdraw(60_000), try scene.withdraw(1), try scene.payout("+256772000001"), try scene.payout("nonsense")] {
            #expect(reply?.status == 403 && reply?.slug == "organizer-suspended")
        }
        for amount in [nil, "x", 1.5, ["amount": 5]] as [JSONValue?] {
            #expect(try scene.shard.send(RequestWithdrawal(amount: amount ?? .null), as: WalletScene.bob)?.slug == "organizer-suspended")
        }
        #expect(try scene.shard.sendThroughPreprocessor(PreparePayoutAccount<Payments>.self, ["type": "zzz"], as: WalletScene.bob)?.slug
            == "organizer-suspended")
        #expect(try scene.wallet() == [95_000, 0, 0, 0])
        #expect(try account(scene)["last4"] == "0000")
        try suspend(scene, false)
        #expect(try scene.withdraw(60_000)?.status == 201)
        #expect(try scene.payout("+256772000001")?.json["last4"] == "0001")
    }

    @Test("The account of an approved application is opened here, and its number stands nowhere in clear")
    func opened() throws {
        let scene = try WalletScene()
        try open(scene, "bank", "9030001234567", bank: "Stanbic")
        #expect(try account(scene)["last4"] == "4567")
        #expect(try account(scene)["bankName"] == "Stanbic")
        #expect(try scene.shard.columns(holding: "9030001234567").isEmpty)
        try open(scene, "mtn_momo", "+256772123402")
        #expect(try account(scene)["last4"] == "3402")
        #expect(try account(scene)["type"] == "mtn_momo")
        #expect(try scene.shard.columns(holding: "772123402").isEmpty)
        // As the application took them, and auth seals what was typed.
        try open(scene, "bank", " 9030001234568\n", bank: "Stanbic")
        #expect(try account(scene)["last4"] == "4568")
        try open(scene, "mtn_momo", "(0772) 123.402")
        #expect(try account(scene)["last4"] == "3402")
        // A number that is none: operators see it, and the account of before stays.
        try open(scene, "bank", "12a", bank: "Stanbic")
        try open(scene, "paypal", "123456")
        #expect(try account(scene)["last4"] == "3402")
        #expect(try scene.shard.deadLetters().count == 2)
        try scene.shard.receive(UserErased(userId: "bob"))
        #expect(try scene.shard.count(of: "payout_account") == 0)
    }

    @Test("A suspension goes with the account")
    func erased() throws {
        let scene = try WalletScene()
        try suspend(scene, true)
        #expect(try scene.shard.count(of: "suspended_earner") == 1)
        try scene.shard.receive(UserErased(userId: "bob"))
        #expect(try scene.shard.count(of: "suspended_earner") == 0)
    }
}
