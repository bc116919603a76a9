import CatalogKit
import Contracts
import Kernel
import ServiceKit

// What handlers about restaurants work with, over the rows of a message or a question.

extension CatalogTransaction {
    package var restaurants: RestaurantStore { RestaurantStore(database: database, definition: definition) }
}

extension CatalogView {
    package var restaurants: RestaurantStore { RestaurantStore(database: database, definition: definition) }
}
