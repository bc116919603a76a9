import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// Somebody has an account whose addresses may be proved already.
struct OnUserRegistered: Reaction {
    func handle(_ fact: UserRegistered, in tx: OrdersTransaction) throws {
        for contact in fact.verified ?? [] {
            guard let kind = TransferAddress.Kind(rawValue: contact) else { continue }
            try tx.verify(kind, kind == .email ? fact.email : fact.phone, of: fact.userId)
        }
    }
}

/// Somebody proved that an address is theirs: what was offered to it is theirs to accept.
struct OnContactVerified: Reaction {
    func handle(_ fact: ContactVerified, in tx: OrdersTransaction) throws {
        guard let kind = TransferAddress.Kind(rawValue: fact.contact) else { return }
        try tx.verify(kind, fact.address, of: fact.userId)
    }
}

/// Another address is not proved, and the one before is not theirs any more.
struct OnUserUpdated: Reaction {
    func handle(_ fact: UserUpdated, in tx: OrdersTransaction) throws {
        for kind in TransferAddress.Kind.allCases {
            guard let proved = try tx.transferPeople.verified(kind, of: fact.userId) else { continue }
            let address = tx.address(kind, kind == .email ? fact.email : fact.phone)
            if let address, tx.addressKey(of: address) == proved { continue }
            try tx.transferPeople.dropVerified(kind, of: fact.userId)
            try tx.transfers.forget(address: proved, of: fact.userId)
        }
    }
}

/// A person is gone: what they offered is theirs no more to give, what they were given ends with them.
struct OnUserErased: Reaction {
    func handle(_ fact: UserErased, in tx: OrdersTransaction) throws {
        try tx.transfers.eraseSender(fact.userId)
        try tx.transfers.eraseRecipient(fact.userId)
        try tx.transferPeople.forget(fact.userId)
        if try !tx.tickets.received(by: fact.userId, limit: 1).isEmpty { try tx.send(CancelReceivedTickets(userId: fact.userId)) }
    }
}

extension OrdersTransaction {
    func address(_ kind: TransferAddress.Kind, _ text: String?) -> TransferAddress? {
        switch kind {
        case .email: text.flatMap { TransferAddress(email: $0) }
        case .phone: text.flatMap { TransferAddress(phone: $0, prefix: definition.phonePrefix) }
        }
    }

    /// The newest pending transfers to the address are told to its owner; somebody who floods an address does not hold up the shard.
    fileprivate func verify(_ kind: TransferAddress.Kind, _ text: String?, of user: User.ID) throws {
        guard let address = address(kind, text) else { return }
        let key = addressKey(of: address)
        try transferPeople.setVerified(kind, key, of: user)
        for transfer in try transfers.pending(toAddress: key, limit: 200) where transfer.sender != user {
            guard try !transfers.isParty(user, of: transfer, .incoming), let ticket = try tickets.find(transfer.ticket),
                let event = try events.find(transfer.event) else { continue }
            try transfers.add(user, to: transfer, .incoming)
            try publish(transfer, of: ticket, at: event, to: user, nil)
        }
    }
}
