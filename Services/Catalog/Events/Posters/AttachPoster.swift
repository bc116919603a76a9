import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// An organizer gives an event its poster. Older ones are kept.
package struct AttachPoster: Upload {
    package static let type: MessageType = "catalog.attach-poster.v1"
    let eventId: EventID

    package func begin(in tx: CatalogTransaction) throws {
        try EventAccess.requireNotDeleted(EventChange(toEdit: eventId, in: tx).event)
    }

    package func receive(_ file: [UInt8], in tx: CatalogTransaction) throws -> Created<Poster> {
        var change = try EventChange(toEdit: eventId, in: tx)
        try EventAccess.requireNotDeleted(change.event)
        let image = try Self.checked(file)
        let kept = try tx.files.keep(image.bytes, contentType: image.contentType, at: tx.now)
        let id = tx.context.newID()
        let poster = Poster(
            mediaId: id, posterUrl: tx.posterURL(of: id), width: image.width, height: image.height, bytes: kept.bytes,
            mediaType: kept.contentType, createdAt: tx.now.wholeSeconds)
        try tx.posters.add(poster, file: kept.id, to: eventId, at: tx.now)
        change.event.posterURL = poster.posterUrl
        try change.save()
        return Created(poster, at: "/media/\(id)")
    }

    private static func checked(_ file: [UInt8]) throws -> ImageFile {
        let image: ImageFile
        do throws(ImageFile.Problem) { image = try ImageFile(file) } catch {
            switch error {
            case .unsupported: throw Rejection(415, "unsupported-image", "A poster is a JPEG or PNG, by what is in the file.")
            case .corrupt: throw Rejection(422, "image-corrupt", "The picture cannot be read.", errors: ["file": ["cannot be read"]])
            }
        }
        guard image.width <= PosterRules.sideMax, image.height <= PosterRules.sideMax else {
            throw Rejection(422, "image-too-large", "A side has at most \(PosterRules.sideMax) pixels.",
                            errors: ["file": ["has too many pixels"]])
        }
        guard image.width >= PosterRules.minWidth, image.height >= PosterRules.minHeight else {
            throw Rejection(
                422, "poster-too-small", "A poster has at least \(PosterRules.minWidth) × \(PosterRules.minHeight) pixels.",
                errors: ["file": ["must have at least \(PosterRules.minWidth) × \(PosterRules.minHeight) pixels"]],
                members: ["width": .int(image.width), "height": .int(image.height), "minWidth": .int(PosterRules.minWidth),
                          "minHeight": .int(PosterRules.minHeight)])
        }
        return image
    }
}

extension CatalogTransaction {
    /// Where a picture is found.
    package func posterURL(of mediaID: String) -> String {
        "/t/\(tenant)\(definition.basePath(of: EventListing.name, in: .catalog))/media/\(mediaID)"
    }
}
