import Contracts
import Kernel

/// What an access token may say of its bearer besides id, session and roles, for services that must answer before they have heard of the
/// account: facts of every account by these names, and text fields of the app.
package enum TokenProfile {
    package static let facts = ["registeredAt", "name", "email", "phone"]

    package static func text(_ name: String, of account: Account) -> String? {
        switch name {
        case "registeredAt": account.createdAt.description
        case "name": account.name
        case "email": account.email
        case "phone": account.phone
        default: account.profile[name]?.string
        }
    }
}
