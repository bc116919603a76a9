import Contracts
import Kernel
import OrdersKit
import ServiceKit
import WalletPass

/// A ticket for the wallet of a phone, for its holder. Signed when it is asked for: it is in no row and in no topic.
package struct TicketWalletPass: Query {
    package static let type: MessageType = "orders.ticket-wallet-pass.v1"
    package let ticketId: TicketID

    package func answer(in view: OrdersView) throws -> Binary {
        _ = try view.user()
        let settings = try WalletPassSettings.of(view.definition)
        let ticket = try view.activeTicket(ticketId)
        var maker = view.answerMaker()
        let shown = try maker.answer(ticket)
        let pass = WalletTicket(
            settings: settings, appName: view.definition.name, ticketID: ticket.id, event: shown.event.event,
            attendeeName: shown.attendeeName, typeName: ticket.typeName, serial: ticket.serial, price: ticket.price,
            payload: try view.signer.code(of: ticket), zone: try TimeZoneRules.named(view.definition.timezone),
            words: .of(view.languages))
        let (red, green, blue) = settings.background
        let signer = PassSigner(pem: try view.context.tenantSecret(settings.certificate))
        let bytes = try WalletPass(pass.description, icon: PassIcon(red: red, green: green, blue: blue))
            .bytes(signedBy: signer, at: view.now.secondsSinceEpoch)
        return Binary(bytes, contentType: WalletPass.contentType, cacheControl: "private, no-store", fileName: "\(ticket.serial).pkpass")
    }
}
