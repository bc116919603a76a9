import Contracts
import Kernel
import OrdersKit
import ServiceKit

/// From `auth`: for the age limits of events whose tickets are handed over.
extension SetHolderBirthDate: Command {
    public typealias Answer = NoContent
    public func handle(in tx: OrdersTransaction) throws -> NoContent {
        try tx.transferPeople.setBirthDate(dateOfBirth, of: userId)
        return NoContent()
    }
}
