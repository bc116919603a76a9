import Contracts
import Kernel
import ServiceKit

extension OrdersTransaction {
    /// An order may come before the news of its customer's account: the token says who it is.
    package func rememberCaller() throws {
        let customer = try user().userID
        guard try people.name(of: customer) == nil, let profile = context.envelope.attributes["profile"],
              let known = try? JSON.decode([String: String].self, from: profile.utf8), let name = known["name"] else { return }
        try people.remember(customer, name: name, email: nil, phone: known["phone"])
    }
}
