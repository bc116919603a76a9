import Contracts
import Kernel
import Messaging
import SchedulingKit
import ServiceKit

/// A picture for the provider, or a studio.
public struct PhotoForProvider: FileQuery {
    public static let type: MessageType = "scheduling.read-photo-part.v1"
    public let photoId: String
    public let offset: Int
    public let length: Int

    public func answer(in view: SchedulingView) throws -> FileSlice {
        // Check the permission first: a user who may see no photo gets the same answer whether this one exists or not.
        let owner = try view.calendarOwnerOrAll(named: nil)
        guard let photo = try view.photos.find(photoId), owner == nil || photo.providerId == owner,
            try view.calendars.find(photo.providerId)?.isClosed != true
        else { throw Rejection.notFound }
        return try PhotoSlice.of(photo, offset, length, view, cacheControl: "private, max-age=86400")
    }
}

/// A picture for who holds a link.
public struct PhotoOfLink: FileQuery {
    public static let type: MessageType = "scheduling.read-link-photo-part.v1"
    public let token: String
    public let photoId: String
    public let offset: Int
    public let length: Int

    public func answer(in view: SchedulingView) throws -> FileSlice {
        let link = try view.links.require(token: token)
        try link.checkUsable(at: view.now)
        guard let photo = try view.photos.find(photoId), photo.owner == .link(link.id) else { throw Rejection.notFound }
        return try PhotoSlice.of(photo, offset, length, view, cacheControl: "no-store")
    }
}

/// A picture for the customer of an appointment.
public struct PhotoForCustomer: FileQuery {
    public static let type: MessageType = "scheduling.read-customer-photo-part.v1"
    public let manageToken: String
    public let photoId: String
    public let offset: Int
    public let length: Int

    public func answer(in view: SchedulingView) throws -> FileSlice {
        let appointment = try view.appointments.require(manageToken: manageToken, at: view.now)
        guard let photo = try view.photos.find(photoId), photo.owner == .appointment(appointment.id) else { throw Rejection.notFound }
        return try PhotoSlice.of(photo, offset, length, view, cacheControl: "no-store")
    }
}

enum PhotoSlice {
    static func of(_ photo: Photo, _ offset: Int, _ length: Int, _ view: SchedulingView, cacheControl: String) throws -> FileSlice {
        let bytes = length > 0 ? try FileStore(view.database, view.tenant).read(photo.file, offset: offset, length: length) : []
        return FileSlice(
            .init(contentType: photo.file.contentType, bytes: photo.file.bytes, tag: photo.file.id, cacheControl: cacheControl), bytes)
    }
}

/// Pictures in answers, with addresses their reader can open.
struct PhotoList {
    let store: PhotoStore
    /// Of the API: root and base path.
    let base: String
    func forProvider(_ owner: Photo.Owner) throws -> JSONValue { .array(try store.all(of: owner).map { $0.json(at: "\(base)/photos") }) }
    func forLink(_ link: BookingLink) throws -> JSONValue {
        .array(try store.all(of: .link(link.id)).map { $0.json(at: "\(base)/booking/links/\(link.token)/photos") })
    }
    func forCustomer(_ appointment: Appointment) throws -> JSONValue {
        .array(try store.all(of: .appointment(appointment.id))
            .map { $0.json(at: "\(base)/booking/appointments/\(appointment.manageToken)/photos") })
    }
}
