import Contracts
import ServiceKit

extension Feature {
    /// Pictures that people send.
    package static let uploads = Feature(
        "uploads",
        reactions: [OnUploaderErased.self],
        queries: [ReadUpload.self],
        uploads: [KeepUpload.self],
        routes: [
            .upload("POST", "/uploads", KeepUpload.self, access: .user, plugin: RestaurantPlugin.name,
                    file: FileRules(bytesMax: KeepUpload.bytesMax, types: ["image/jpeg", "image/png", "image/webp"]),
                    summary: "Send a picture",
                    answer: .object(["id": .id, "url": .string(), "contentType": .oneOf("image/jpeg", "image/png", "image/webp"),
                                     "bytes": .integer()], required: ["id", "url", "contentType", "bytes"]),
                    refusals: ["413 payload-too-large", "415 unsupported-media-type"],
                    example: ["id": "5f0c…", "url": "/t/app/api/v1/uploads/5f0c…", "contentType": "image/png", "bytes": 18322]),
            .download("/uploads/{uploadId}", ReadUpload.self, access: .guest, plugin: RestaurantPlugin.name,
                      summary: "A picture, whole or in ranges", refusals: ["404 not-found"]),
        ])
}
