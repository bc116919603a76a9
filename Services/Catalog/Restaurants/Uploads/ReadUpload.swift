import CatalogKit
import Contracts
import Kernel
import ServiceKit

/// A picture, piece by piece. Its id is known only to those who were shown it.
package struct ReadUpload: FileQuery {
    package static let type: MessageType = "catalog.read-upload.v1"
    let uploadId: String
    package let offset: Int
    package let length: Int

    package func answer(in view: CatalogView) throws -> FileSlice {
        guard let id = try view.uploads.file(of: uploadId), let file = try view.files.find(id) else { throw Rejection.notFound }
        let facts = FileSlice.Facts(contentType: file.contentType, bytes: file.bytes, tag: file.id,
                                    cacheControl: "public, max-age=31536000, immutable")
        return FileSlice(facts, try view.files.read(file, offset: offset, length: length))
    }
}
