import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersScope {
    package var tickets: TicketStore { TicketStore(database, tenant, at: now) }
    package var signer: TicketSigner { TicketSigner(seed: context.serviceKey(TicketCode.keyUse)) }
}
