import Contracts
import ServiceKit

/// An order is scheduled: its stop stays.
extension ConfirmWindow: Command {
    public typealias Answer = NoContent
    public func handle(in tx: TruckWindowsTransaction) throws -> NoContent {
        try WindowClaims(tx).confirm(self)
        return NoContent()
    }
}
