import Contracts
import Kernel
import Messaging
import SchedulingKit
import ServiceKit

/// Keeps a picture without the data that tells of people. Refuses what is none, is too large in pixels, or is one too many.
struct PhotoKeeping {
    let tx: SchedulingTransaction

    func check(_ owner: Photo.Owner) throws {
        guard try tx.photos.all(of: owner).count < Photo.perOwnerMax else {
            throw Rejection.conflict("too-many-photos", "There are \(Photo.perOwnerMax) photos already.")
        }
    }
    /// The picture, and whether it is new: the same bytes twice are one.
    /// - Parameter link: the link it was given with. If the deposit of the booking is not paid, it returns there.
    func keep(_ bytes: [UInt8], of owner: Photo.Owner, provider: User.ID, givenWith link: Int? = nil) throws -> (photo: Photo,
        isNew: Bool) {
        // No timer would erase what is added after the erasure.
        if case .appointment(let id) = owner, let appointment = try tx.appointments.find(id), appointment.isErased {
            throw Rejection.invalidTransition(appointment)
        }
        let image: ImageFile
        do throws(ImageFile.Problem) { image = try ImageFile(bytes, accepting: [.jpeg, .png, .webp]) } catch {
            switch error {
            case .unsupported: throw Rejection(415, "unsupported-image", "Send a JPEG, PNG or WebP image.")
            case .corrupt: throw Rejection(422, "invalid-image", "The image cannot be read.", errors: ["photo": ["cannot be read"]])
            }
        }
        guard (1...Photo.sideMax).contains(image.width), (1...Photo.sideMax).contains(image.height) else {
            throw Rejection(422, "invalid-image", "A side may have \(Photo.sideMax) pixels.",
                            errors: ["photo": ["may have \(Photo.sideMax) pixels a side"]])
        }
        let file = try FileStore(tx.database, tx.tenant).keep(image.bytes, contentType: image.contentType, at: tx.now)
        if let known = try tx.photos.all(of: owner).first(where: { $0.file.id == file.id }) { return (known, false) }
        try check(owner)
        let photo = Photo(id: tx.context.newID(), owner: owner, providerId: provider, file: file, width: image.width, height: image.height)
        try tx.photos.insert(photo, givenWith: link, at: tx.now)
        try noteChange(of: owner)
        return (photo, true)
    }
    /// An app that asks what has changed since a time hears of the pictures, too.
    func noteChange(of owner: Photo.Owner) throws {
        if case .appointment(let id) = owner { try tx.appointments.noteChange(of: id, at: tx.now) }
    }
    func answer(_ kept: (photo: Photo, isNew: Bool), at path: String) -> Answer<JSONValue> {
        let address = "\(tx.root)\(tx.basePath)\(path)"
        return Answer(kept.photo.json(at: address), status: kept.isNew ? 201 : 200, location: kept.isNew ? "\(path)/\(kept.photo.id)" : nil)
    }
}

/// The provider adds a picture to a link; if the link has been used, to its appointment.
public struct AddPhotoToLink: Upload {
    public static let type: MessageType = "scheduling.put-link-photo-part.v1"
    public let linkId: PathNumber

    private func link(_ tx: SchedulingTransaction) throws -> BookingLink {
        guard let link = try tx.links.find(linkId.number(), of: tx.provider()) else { throw Rejection.notFound }
        return try DepositSaga(tx: tx).settled(link)
    }
    public func begin(in tx: SchedulingTransaction) throws { _ = try link(tx) }
    public func receive(_ file: [UInt8], in tx: SchedulingTransaction) throws -> Answer<JSONValue> {
        let link = try link(tx), keeping = PhotoKeeping(tx: tx)
        let kept = if let appointment = link.appointmentId {
            try keeping.keep(file, of: .appointment(appointment), provider: link.providerId, givenWith: link.id)
        } else {
            try keeping.keep(file, of: .link(link.id), provider: link.providerId)
        }
        return keeping.answer(kept, at: "/photos")
    }
}

/// The provider adds a picture to an appointment.
public struct AddPhotoToAppointment: Upload {
    public static let type: MessageType = "scheduling.put-appointment-photo-part.v1"
    public let appointmentId: PathNumber

    private func appointment(_ tx: SchedulingTransaction) throws -> Appointment {
        guard let appointment = try tx.appointments.find(appointmentId.number(), of: tx.provider()) else { throw Rejection.notFound }
        return appointment
    }
    public func begin(in tx: SchedulingTransaction) throws { _ = try appointment(tx) }
    public func receive(_ file: [UInt8], in tx: SchedulingTransaction) throws -> Answer<JSONValue> {
        let appointment = try appointment(tx), keeping = PhotoKeeping(tx: tx)
        return keeping.answer(try keeping.keep(file, of: .appointment(appointment.id), provider: appointment.providerId), at: "/photos")
    }
}

/// The customer adds a picture while the appointment is ahead.
public struct AddPhotoAsCustomer: Upload, HasFormerNames {
    public static let type: MessageType = "scheduling.put-customer-photo-part.v1"
    public static let formerTypes: [MessageType] = ["scheduling.put-client-photo-part.v1"]
    public let manageToken: String

    func appointment(_ tx: SchedulingTransaction) throws -> Appointment {
        let appointment = try tx.appointments.require(manageToken: manageToken, at: tx.now).settled(at: tx.now)
        guard appointment.status.isLive else { throw Rejection.invalidTransition(appointment) }
        return appointment
    }
    public func begin(in tx: SchedulingTransaction) throws { _ = try appointment(tx) }
    public func receive(_ file: [UInt8], in tx: SchedulingTransaction) throws -> Answer<JSONValue> {
        let appointment = try appointment(tx), keeping = PhotoKeeping(tx: tx)
        return keeping.answer(try keeping.keep(file, of: .appointment(appointment.id), provider: appointment.providerId),
                              at: "/booking/appointments/\(manageToken)/photos")
    }
}

/// The provider takes a picture away.
public struct RemovePhoto: Command {
    public static let type: MessageType = "scheduling.remove-photo.v1"
    public let photoId: String

    public func handle(in tx: SchedulingTransaction) throws -> NoContent {
        guard let photo = try tx.photos.find(photoId), photo.providerId == (try tx.provider()) else { throw Rejection.notFound }
        try tx.photos.remove(photo)
        try PhotoKeeping(tx: tx).noteChange(of: photo.owner)
        return NoContent()
    }
}
