import Contracts
import Kernel
import OrdersKit
import ServiceKit

extension OrdersScope {
    var deliveryPhotos: DeliveryPhotoStore { DeliveryPhotoStore(database, tenant) }
    func deliveryCaller() throws -> DeliveryCaller {
        let user = try user()
        return DeliveryCaller(user.userID, roles: user.roles, definition)
    }
}
