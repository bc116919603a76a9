import Kernel
import ServiceKit

/// Shapes that several routes of `auth` take or answer.
///
/// Bodies of forms name types only: their rules are checked together in a preprocessor, so that one answer holds every failing field.
package enum AuthSchemas {
    package static let user = Schema.object([
        "id": Schema(["type": ["string", "integer"]]), "name": .string(), "email": .string().orNull, "phone": .string().orNull,
        "role": .string().orNull, "roles": .array(.string()),
        "locale": .string().orNull, "timezone": .string(), "emailVerified": .boolean, "phoneVerified": .boolean, "createdAt": .time,
    ], required: ["id", "name", "email", "phone", "role", "roles", "locale", "timezone", "emailVerified", "phoneVerified", "createdAt"])
    .withFields(of: ProfileSchemas.user)

    package static let tokens = Schema.object(["token": .string(), "refreshToken": .string(), "expiresIn": .integer()],
                                      required: ["token", "refreshToken", "expiresIn"])
    package static let signedIn = Schema.object(["user": user, "token": .string(), "refreshToken": .string(), "expiresIn": .integer()],
                                        required: ["user", "token", "refreshToken", "expiresIn"])
    package static let session = Schema.object([
        "id": .id, "device": .string().orNull, "method": .oneOf("password", "otp", "social", "register"), "createdAt": .time,
        "lastUsedAt": .time, "current": .boolean,
    ], required: ["id", "device", "method", "createdAt", "lastUsedAt", "current"])

    package static func text(_ rule: String) -> Schema { .string(nil, rule) }
    /// The name used to sign in. Attempts are counted under it, so its length is limited before anything is counted.
    package static func identifier(_ rule: String) -> Schema { .string(0...254, rule) }

    package static let userExample: JSONValue = [
        "id": "00000000-0000-4000-8000-00000a000001", "name": "John Okello", "email": "john@example.com", "phone": nil, "role": "attendee",
        "roles": ["attendee"],
        "locale": "en", "timezone": "Africa/Kampala", "emailVerified": true, "phoneVerified": false, "createdAt": "2026-11-21T07:00:00Z",
    ]
}
