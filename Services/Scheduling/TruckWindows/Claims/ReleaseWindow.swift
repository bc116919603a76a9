import Contracts
import ServiceKit

/// An order no longer needs its stop.
extension ReleaseWindow: Command {
    public typealias Answer = NoContent
    public func handle(in tx: TruckWindowsTransaction) throws -> NoContent {
        try WindowClaims(tx).release(self)
        return NoContent()
    }
}
