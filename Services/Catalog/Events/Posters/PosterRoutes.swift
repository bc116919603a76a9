import Kernel
import ServiceKit

/// Posters of events.
enum PosterRoutes {
    private static let plugin = EventListing.name
    private static let poster = Schema.object(
        ["mediaId": .id, "posterUrl": .string(), "width": .integer(), "height": .integer(), "bytes": .integer(),
         "mediaType": .oneOf("image/jpeg", "image/png"), "createdAt": .time],
        required: ["mediaId", "posterUrl", "width", "height", "bytes", "mediaType"])
    private static let owner = ["403 not-event-owner", "404 not-found"]
    private static let editor = owner + ["403 organizer-suspended", "409 event-deleted"]

    static let all: [Route] = [
        .upload("POST", "/events/{eventId}/poster", AttachPoster.self, access: .user, plugin: plugin,
                file: FileRules(bytesMax: PosterRules.maxBytes, types: PosterRules.types),
                summary: "Give an event its poster; older ones are kept", answer: poster,
                refusals: editor + ["415 unsupported-image", "422 poster-too-small", "422 image-corrupt", "422 image-too-large",
                                     "410 gone"],
                example: ["mediaId": "5f0c…", "posterUrl": "/t/eventpass/api/v1/media/5f0c…", "width": 900, "height": 1125, "bytes": 183220,
                          "mediaType": "image/png"]),
        .get("/events/{eventId}/posters", EventPosters.self, access: .user, plugin: plugin, query: EventSchemas.paging,
             summary: "The posters an event has had, newest first", answer: .page(of: poster), refusals: owner),
        .command("DELETE", "/events/{eventId}/poster", RemovePoster.self, access: .user, plugin: plugin,
                 summary: "Go on without a poster", success: 204, refusals: editor),
        .download("/media/{mediaId}", ReadMedia.self, access: .guest, plugin: plugin, summary: "A picture, whole or in ranges",
                  refusals: ["404 not-found"]),
    ]
}
