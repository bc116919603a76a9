import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersTransaction {
    var deliveryPhotos: DeliveryPhotoStore { DeliveryPhotoStore(database, tenant) }

    func deliveryCaller() throws -> DeliveryCaller {
        let user = try user()
        return DeliveryCaller(user.userID, roles: user.roles, definition)
    }
}

extension OrdersView {
    var deliveryPhotos: DeliveryPhotoStore { DeliveryPhotoStore(database, tenant) }

    func deliveryCaller() throws -> DeliveryCaller {
        let user = try user()
        return DeliveryCaller(user.userID, roles: user.roles, definition)
    }
}
