import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// Somebody sends a picture: of a restaurant, a dish, themselves, or of a delivery at a door.
package struct KeepUpload: Upload {
    package static let type: MessageType = "catalog.keep-upload.v1"
    package static let formats: Set<ImageFile.Format> = [.jpeg, .png, .webp]
    static let bytesMax = 8 * 1024 * 1024
    static let sideMax = 12_000

    package func begin(in tx: CatalogTransaction) throws { _ = try tx.user() }

    package func receive(_ file: [UInt8], in tx: CatalogTransaction) throws -> Created<UploadedPicture> {
        let user = try tx.user().userID
        guard !file.isEmpty else { throw Rejection.invalid(["file": ["must not be empty"]]) }
        let image: ImageFile
        do throws(ImageFile.Problem) { image = try ImageFile(file, accepting: Self.formats) } catch {
            switch error {
            case .unsupported:
                throw Rejection(415, "unsupported-media-type", "A picture is a JPEG, PNG or WebP, by what is in the file.")
            case .corrupt: throw Rejection.invalid(["file": ["cannot be read"]])
            }
        }
        guard max(image.width, image.height) <= Self.sideMax else { throw Rejection.invalid(["file": ["has too many pixels"]]) }
        let kept = try tx.files.keep(image.bytes, contentType: image.contentType, at: tx.now)
        let id = tx.context.newID()
        try tx.uploads.add(id, file: kept.id, by: user, at: tx.now)
        return Created(UploadedPicture(id: id, url: UploadURL.of(id, tx.definition), contentType: kept.contentType, bytes: kept.bytes),
                       at: "/uploads/\(id)")
    }
}

/// A picture as the one who sent it hears of it.
package struct UploadedPicture: Encodable, Sendable {
    let id: String
    let url: String
    let contentType: String
    let bytes: Int
}

/// Where pictures are.
package enum UploadURL {
    package static func of(_ upload: String, _ definition: TenantDefinition) -> String {
        "/t/\(definition.tenant)\(definition.basePath(of: RestaurantPlugin.name, in: .catalog))/uploads/\(upload)"
    }
}
