import CatalogKit
import Contracts
import Kernel
import ServiceKit

// What handlers about restaurants work with, over the rows of a message or a question.

extension CatalogScope {
    package var restaurants: RestaurantStore { RestaurantStore(database: database, definition: definition) }
}
