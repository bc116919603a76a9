import AuthAccounts
import AuthKit
import AuthSessions
import Kernel
import ServiceKit

extension AuthRoutes {
    /// For apps whose clients know the sign-in by another path, too.
    static let signInAlias = "signin-alias"
    private static let refusals = ["401 invalid-credentials", "422 validation-failed", "429 too-many-requests"]

    package static let signIn: [Route] = [
        Route.intake("POST", "/auth/register", PrepareRegistration.self, access: .guest, body: registration,
                     sealed: ["password", "passwordConfirmation"], headers: userAgent,
                     rate: .signIn, summary: "Make an account and sign in.", success: 201, answer: AuthSchemas.signedIn,
                     refusals: ["403 registration-closed", "422 validation-failed"],
                     example: ["name": "John Okello", "email": "john.okello@example.com", "phone": "0772 123 456",
                               "password": "kampala-sunset-27", "role": "attendee"]).checkedByHandler().asSignUp(),
        login("/auth/login"),
        login("/auth/signin", plugin: signInAlias),
        .intake("POST", "/auth/refresh", OpenRefreshToken.self, access: .guest,
                body: .object(["refreshToken": AuthSchemas.text("As it was issued.")], required: ["refreshToken"]),
                sealed: ["refreshToken"],
                summary: """
                    Trade a refresh token for the next pair. One step behind is answered with the current pair; older ones end the session.
                    """,
                answer: AuthSchemas.tokens, refusals: ["401 invalid-credentials", "401 session-revoked", "401 token-expired"]),
        .intake("POST", "/auth/social/{provider}", VerifyIDToken.self, access: .guest, plugin: "oidc",
                body: .object(["idToken": AuthSchemas.text("The provider's ID token (JWT)."),
                               "nonce": AuthSchemas.text("What the app put into its request."),
                               "name": AuthSchemas.text("For a new account, where the provider tells it to the app only."),
                               "fcmToken": .string()]),
                sealed: ["idToken"], headers: userAgent, rate: .signIn, summary: "Sign in with an ID token of a provider the app uses.",
                answer: AuthSchemas.signedIn,
                refusals: ["401 invalid-credentials", "403 registration-closed", "404 not-found", "409 account-exists",
                           "422 validation-failed", "503 service-unavailable"]).alsoCheckedByHandler(),
        .command("POST", "/auth/logout", LogOut.self, access: .user, summary: "Sign out this device.", success: 204,
                 refusals: ["401 session-revoked"]),
    ]

    private static func login(_ path: String, plugin: String? = nil) -> Route {
        .intake("POST", path, VerifyPassword.self, access: .guest, plugin: plugin,
                body: .object(
                    ["email": AuthSchemas.identifier("Or a phone number."), "phone": AuthSchemas.identifier("Or an e-mail address."),
                     "login": AuthSchemas.identifier("Either."),
                     "password": .string(), "fcmToken": AuthSchemas.text("1–4096 characters.")]),
                sealed: ["password"], headers: userAgent, rate: .signIn, summary: "Sign in with a password. One of email, phone, login.",
                answer: AuthSchemas.signedIn,
                refusals: refusals, example: ["email": "john@example.com", "password": "password123"]).alsoCheckedByHandler()
    }

    private static let registration = Schema.object([
        "name": AuthSchemas.text("Required, 2–100 characters."), "email": AuthSchemas.text("Unique, without case."),
        "phone": AuthSchemas.text("Unique; E.164 or national."),
        "password": AuthSchemas.text("Required, 8–128 characters, not a common one."),
        "passwordConfirmation": AuthSchemas.text("The same, when sent."), "role": AuthSchemas.text("One the app lets people ask for."),
        "locale": AuthSchemas.text("A language of the app."),
        "timezone": AuthSchemas.text("IANA name."), "fcmToken": AuthSchemas.text("1–4096 characters."),
        "termsAccepted": .boolean,
    ]).withFields(of: ProfileSchemas.registration)
}
