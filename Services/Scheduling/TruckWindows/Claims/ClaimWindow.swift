import Contracts
import ServiceKit

/// An order asks for a stop.
extension ClaimWindow: Command {
    public typealias Answer = NoContent
    public func handle(in tx: TruckWindowsTransaction) throws -> NoContent {
        try WindowClaims(tx).claim(self)
        return NoContent()
    }
}
