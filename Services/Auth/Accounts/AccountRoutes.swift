import AuthAvatars
import AuthKit
import AuthSessions
import Kernel
import ServiceKit

extension AuthRoutes {
    /// A type only: the handler says everything that is wrong with a push token and its platform.
    private static let pushText = Schema.string(0...5000)
    package static let account: [Route] = [
        .get("/auth/me", MyAccount.self, access: .user, action: "profile", summary: "Who am I?", answer: AuthSchemas.user,
             example: AuthSchemas.userExample),
        .intake("PUT", "/auth/profile", PrepareProfile.self, access: .user, action: "profile", body: profile,
                sealed: ["password", "passwordConfirmation", "currentPassword"],
                summary: """
                    Change what is sent, keep the rest. A new address is unverified; a new password needs the current one and signs out \
                    other devices.
                    """,
                answer: AuthSchemas.user, refusals: ["409 date-of-birth-locked", "422 validation-failed", "429 too-many-requests"],
                example: ["name": "John O. Okello", "locale": "en"]).checkedByHandler(),
        .upload("POST", "/auth/avatar", AttachAvatar.self, access: .user, plugin: "avatars", action: "profile",
                summary: "Give my account a picture: at least 128 × 128.",
                answer: .object(["avatarUrl": .string()], required: ["avatarUrl"]),
                refusals: ["415 unsupported-image", "422 image-too-small", "422 image-corrupt", "422 image-too-large", "410 gone"],
                example: ["avatarUrl": "/t/eventpass/api/v1/avatars/5f0c…"]),
        .download("/avatars/{avatarId}", ReadAvatar.self, access: .guest, plugin: "avatars",
                  summary: "A person's picture, whole or in ranges", refusals: ["404 not-found"]),
        .command("DELETE", "/auth/me", EraseAccount.self, access: .user, action: "profile",
                 summary: "Leave: what is known about me is forgotten in every service.", success: 204,
                 refusals: ["409 organizer-account"]),
        .get("/auth/sessions", MySessions.self, access: .user, action: "profile", query: paging,
             summary: "Which devices are signed in as me? Newest first.", answer: .page(of: AuthSchemas.session)),
        .command("DELETE", "/auth/sessions", EndOtherSessions.self, access: .user, action: "profile",
                 summary: "Sign out all my devices but this one.", success: 204, refusals: ["401 session-revoked"]),
        .command("DELETE", "/auth/sessions/{sessionId}", EndSession.self, access: .user, action: "profile",
                 summary: "Sign out one of my devices.", success: 204, refusals: ["404 not-found"]),
        .command("POST", "/auth/fcm-token", SetPushToken.self, access: .user,
                 body: .object(["fcmToken": pushText, "platform": pushText], required: ["fcmToken"]),
                 summary: "Where pushes reach this device.", success: 204, refusals: ["401 session-revoked"]).alsoCheckedByHandler(),
        .command("POST", "/auth/push-token", SetPushToken.self, access: .user,
                 body: .object(["pushToken": pushText, "platform": pushText], required: ["pushToken"]),
                 summary: "Where pushes reach this device (`platform`: apns, fcm).", success: 200, answer: .object([:]),
                 refusals: ["401 session-revoked"]).alsoCheckedByHandler(),
    ]

    static let administration: [Route] = [
        Route.get("/users", UserList.self, access: .permission(ChangeRoles.permission),
             query: paging.merging(["role": .string(1...40), "search": .string(0...100)]) { own, _ in own },
             summary: "Accounts, newest first; `search` looks into name, e-mail address and phone number.",
             answer: .page(of: AuthSchemas.user)).with(orPermission: UserList.reading),
        .command("PUT", "/users/{userId}/roles", ChangeRoles.self, access: .permission("users:manage"),
                 body: .object(["roles": .array(.string(ChangeRoles.characters), ChangeRoles.count)], required: ["roles"]),
                 summary: """
                     What somebody may act as, in full. What is taken ends at once, what is given works from that person's next token on.
                     """,
                 answer: AuthSchemas.user, refusals: ["403 forbidden", "404 not-found", "409 last-developer", "409 own-roles",
                                                       "422 validation-failed"],
                 example: ["roles": ["attendee", "organizer"]]).checkedByHandler(),
        .command("DELETE", "/users/{userId}/sessions", EndSessionsOfUser.self, access: .permission("users:manage"),
                 summary: "Sign somebody out everywhere.", success: 204, refusals: ["404 not-found"]),
    ]

    private static let profile = Schema.object([
        "name": AuthSchemas.text("2–100 characters."), "email": .string().orNull, "phone": .string().orNull, "locale": .string().orNull,
        "timezone": .string().orNull,
        "activeRole": AuthSchemas.text("One of my roles; changes no permission."),
        "password": AuthSchemas.text("8–128 characters, not a common one."),
        "passwordConfirmation": AuthSchemas.text("The same, when sent."),
        "currentPassword": AuthSchemas.text("Needed with `password`, and for a new address where the app asks for it."),
    ]).withFields(of: ProfileSchemas.change)
}
