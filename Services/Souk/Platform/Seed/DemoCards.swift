import Contracts
import Kernel
import ServiceKit

/// The cards that people keep (`cards` in `accounts.yml`): test cards, as the tokens that the sandbox made of them.
public struct DemoCards: DemoReader {
    public static let file = "accounts.yml"
    public static let keys = ["cards"]

    struct Card {
        let account: Int
        let token, brand, last4: String
        let expMonth, expYear: Int
    }
    let cards: [Card]

    public init(_ form: DemoForm) {
        cards = form.list("cards", in: form.root).map { value in
            form.allow(["account", "token", "brand", "last4", "expMonth", "expYear"], in: value, what: "a card")
            return Card(account: form.reference("account", to: .account, in: value), token: form.text("token", in: value),
                        brand: form.text("brand", in: value), last4: form.text("last4", in: value),
                        expMonth: form.number("expMonth", in: value), expYear: form.number("expYear", in: value))
        }
    }

    public func messages(in content: DemoContent) throws -> [DemoMessage] {
        cards.enumerated().map { index, card in
            DemoMessage("card/\(card.account)/\(card.last4)", .choices, ImportPaymentMethod(
                methodId: DemoID.card(index + 1), userId: content.user(card.account), methodType: "card", reference: card.token,
                last4: card.last4, brand: card.brand, expMonth: card.expMonth, expYear: card.expYear))
        }
    }
}
