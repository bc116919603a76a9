import Messaging
import SchedulingKit
import ServiceKit

// What handlers about appointments, links, photos and the waitlist work with.

extension SchedulingScope {
    package var appointments: AppointmentStore {
        AppointmentStore(database, tenant, definition.currency, context.columnCipher(AppointmentStore.documentUse))
    }
    var waitlist: SlotWaitlistStore { SlotWaitlistStore(database, tenant) }
    var photos: PhotoStore { PhotoStore(database, tenant) }
    var photoList: PhotoList { PhotoList(store: photos, base: root + basePath) }
}

extension SchedulingTransaction {
    package var links: LinkStore { LinkStore(database, tenant, definition.currency) }
}

extension SchedulingView {
    var links: LinkStore { LinkStore(database, tenant, definition.currency, asOf: now) }
}
