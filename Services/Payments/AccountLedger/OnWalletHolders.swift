import Contracts
import Kernel
import PaymentsKit
import ServiceKit

/// Somebody new: whose role has a wallet gets one.
struct OnUserRegistered: Reaction {
    func handle(_ event: UserRegistered, in tx: PaymentsTransaction) throws {
        try tx.openWallet(of: event.userId, name: event.name, roles: event.roles)
    }
}

/// A name changed.
struct OnUserUpdated: Reaction {
    func handle(_ event: UserUpdated, in tx: PaymentsTransaction) throws {
        try tx.openWallet(of: event.userId, name: event.name, roles: event.roles)
    }
}

/// A role that has a wallet was given. One that is taken away leaves what was earned.
struct OnRolesChanged: Reaction {
    func handle(_ event: RolesChanged, in tx: PaymentsTransaction) throws {
        try tx.openWallet(of: event.userId, name: nil, roles: event.roles)
    }
}

/// A person is gone: the books stay without the name.
struct OnWalletHolderErased: Reaction {
    func handle(_ event: UserErased, in tx: PaymentsTransaction) throws { try tx.accounts.anonymise(event.userId) }
}

extension PaymentsTransaction {
    fileprivate func openWallet(of user: User.ID, name: String?, roles: [String]) throws {
        guard definition.has(plugin: AccountLedger.plugin, of: context.service),
            definition.permissions(of: roles).contains(AccountLedgerRoutes.owning) else { return }  // Nothing to earn.
        try accounts.open(user, name: name)
    }
}
