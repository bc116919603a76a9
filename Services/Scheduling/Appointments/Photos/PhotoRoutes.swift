import Kernel
import SchedulingKit
import ServiceKit

/// Reference pictures of links and appointments.
struct PhotoRoutes {
    let names: BookingNames
    /// Once for each plugin that mounts them, with its names.
    static let all: [Route] = BookingNames.all.flatMap { PhotoRoutes(names: $0).routes }

    private var plugin: String { names.plugin }
    private static let provider = Route.Access.permission(CalendarPermission.own)
    private static let rules = FileRules(bytesMax: Photo.bytesMax, field: "photo", types: ["image/jpeg", "image/png", "image/webp"])
    private static let photo = Schema.object(
        ["id": .id, "url": .string(), "contentType": .string(), "bytes": .integer(), "width": .integer(), "height": .integer()],
        required: ["id", "url", "contentType", "bytes", "width", "height"])
    private static let example: JSONValue = [
        "id": "9b1f…", "url": "https://api.example.org/api/photos/9b1f…", "contentType": "image/jpeg", "bytes": 183_220, "width": 1200,
        "height": 1600,
    ]
    private static let refusals = ["409 too-many-photos", "415 unsupported-image", "422 invalid-image"]
    /// A picture is shown, and nothing in it runs.
    private static let inline = ["Content-Disposition": "inline", "Content-Security-Policy": "sandbox"]

    var routes: [Route] {
        [
            .upload("POST", "/booking-links/{linkId}/photos", AddPhotoToLink.self, access: Self.provider, plugin: plugin, file: Self.rules,
                    summary: "Adds a picture to a link, or to its appointment", answer: Self.photo,
                    refusals: Self.refusals + ["409 invalid-transition"], example: Self.example).alsoSucceeding(with: 200),
            .upload("POST", "/appointments/{appointmentId}/photos", AddPhotoToAppointment.self, access: Self.provider, plugin: plugin,
                    file: Self.rules,
                    summary: "Adds a picture to an appointment", answer: Self.photo, refusals: Self.refusals + ["409 invalid-transition"],
                    example: Self.example).alsoSucceeding(with: 200),
            .command("DELETE", "/photos/{photoId}", RemovePhoto.self, access: Self.provider, plugin: plugin, summary: "Removes a picture",
                     success: 204),
            Route.download("/photos/{photoId}", PhotoForProvider.self, access: Self.provider, plugin: plugin, summary: "A picture")
                .with(orPermission: CalendarPermission.read).with(answerHeaders: Self.inline),
            Route.upload("POST", "/booking/appointments/{manageToken}/photos", AddPhotoAsCustomer.self, access: .guest, plugin: plugin,
                         file: Self.rules,
                         summary: "Adds a picture to your appointment", answer: Self.photo,
                         refusals: Self.refusals + ["409 invalid-transition", "410 manage-link-expired"], example: Self.example)
                .with(capability: "manageToken", answerHeaders: GuestRoutes.privacy).alsoSucceeding(with: 200),
            Route.download("/booking/appointments/{manageToken}/photos/{photoId}", PhotoForCustomer.self, access: .guest, plugin: plugin,
                           summary: "A picture of your appointment", refusals: ["410 manage-link-expired"])
                .with(capability: "manageToken", answerHeaders: Self.inline.merging(GuestRoutes.privacy) { $1 }),
            Route.download("/booking/links/{token}/photos/{photoId}", PhotoOfLink.self, access: .guest, plugin: plugin,
                           summary: "A picture of the link",
                           refusals: ["404 booking-link-not-found", "410 booking-link-used", "410 booking-link-expired",
                                      "410 booking-link-revoked"])
                .with(capability: "token", answerHeaders: Self.inline.merging(GuestRoutes.privacy) { $1 }),
            Route.upload("POST", "/appointment/{manageToken}/photos", AddPhotoOnPage.self, access: .guest, plugin: plugin, atRoot: true,
                         query: PageRoutes.lang,
                         file: Self.rules, summary: "Form: add a picture; 303 back", success: 303, refusals: ["409", "410", "415", "422"],
                         example: "<!doctype html>…")
                .with(capability: "manageToken", takesForms: true, answerHeaders: PageStyle.headers),
        ]
    }
}
