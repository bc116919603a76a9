import Contracts
import Kernel
import OrdersKit
import QRCode
import ServiceKit

/// A ticket's QR code as a picture, for its holder.
package struct TicketImage: Query {
    package static let type: MessageType = "orders.ticket-image.v1"
    package let ticketId: TicketID
    /// Pixels of each side.
    package let size: Int?

    package static let sizePixels = 400

    package func answer(in view: OrdersView) throws -> Binary {
        _ = try view.user()
        let side = size ?? Self.sizePixels
        guard QRCode.sidePixels.contains(side) else {
            throw Rejection.invalid(["size": ["must be \(QRCode.sidePixels.lowerBound) to \(QRCode.sidePixels.upperBound)"]])
        }
        let ticket = try view.activeTicket(ticketId)
        return Binary(try QRCode.png(try view.signer.code(of: ticket), sizePixels: side), contentType: "image/png",
                      cacheControl: "private, no-store")
    }
}
