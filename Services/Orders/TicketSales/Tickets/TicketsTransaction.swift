import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersTransaction {
    package var tickets: TicketStore { TicketStore(database, tenant, at: now) }
    package var signer: TicketSigner { TicketSigner(seed: context.serviceKey(TicketCode.keyUse)) }
}

extension OrdersView {
    package var tickets: TicketStore { TicketStore(database, tenant, at: now) }
    package var signer: TicketSigner { TicketSigner(seed: context.serviceKey(TicketCode.keyUse)) }
}
