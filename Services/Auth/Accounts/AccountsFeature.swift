import AuthKit
import Contracts
import ServiceKit

extension Feature {
    /// People, their profiles and roles.
    package static let accounts = Feature(
        "accounts",
        migrations: [CreateAccounts.self, AddMembershipNumbers.self, MoveProfileFields.self],
        commands: [RegisterAccount.self, UpdateProfile.self, ChangeRoles.self, EraseAccount.self, ImportAccount.self],
        queries: [MyAccount.self, UserList.self],
        preprocessors: [PrepareRegistration.self, PrepareProfile.self],
        publishes: [
            UserRegistered.self, UserUpdated.self, UserErased.self, RolesChanged.self, PasswordChanged.self, OrganizerUpdated.self,
        ],
        routes: AuthRoutes.account + AuthRoutes.administration,
        texts: [AccountTexts.all])
}
