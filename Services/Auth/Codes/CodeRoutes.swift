import AuthKit
import Kernel
import ServiceKit

extension AuthRoutes {
    private static let accepted = Schema.object([:])
    private static let identifier: [String: Schema] =
        ["email": AuthSchemas.identifier("Or a phone number."), "phone": AuthSchemas.identifier("Or an e-mail address."),
         "login": AuthSchemas.identifier("Either.")]

    package static let codes: [Route] = [
        .command("POST", "/auth/otp/request", RequestSignInCode.self, access: .guest, plugin: "phone-otp",
                 body: .object(["phone": .string(1...40)], required: ["phone"]),
                 rate: .signIn, summary: "Send a sign-in code to a phone. The same answer whether or not somebody has the number.",
                 success: 202, answer: accepted,
                 refusals: ["422 validation-failed", "429 too-many-requests"], example: ["phone": "0700 123 456"]),
        .intake("POST", "/auth/otp/verify", OpenSignInCode.self, access: .guest, plugin: "phone-otp",
                body: .object(["phone": AuthSchemas.identifier("E.164 or national."), "code": AuthSchemas.text("Six digits."),
                               "name": AuthSchemas.text("For a new account, 2–100 characters."), "fcmToken": .string()]),
                sealed: ["code"], headers: userAgent, rate: .signIn, summary: "Sign in with the code.", answer: AuthSchemas.signedIn,
                refusals: ["401 invalid-credentials", "422 validation-failed", "429 too-many-requests"],
                example: ["phone": "+256700123456", "code": "123456"]).alsoCheckedByHandler(),
        .command("POST", "/auth/password/forgot", RequestPasswordReset.self, access: .guest, plugin: "password", body: .object(identifier),
                 rate: .signIn,
                 summary: "Send a code for a new password. The same answer whether or not somebody has the address.", success: 202,
                 answer: accepted, refusals: ["422 validation-failed", "429 too-many-requests"], example: ["email": "john@example.com"]),
        .intake("POST", "/auth/password/reset", PreparePasswordReset.self, access: .guest, plugin: "password",
                body: .object(identifier.merging([
                    "code": AuthSchemas.text("Six digits, with email or phone."),
                    "token": AuthSchemas.text("From the link, instead of code and identifier."),
                    "password": AuthSchemas.text("8–128 characters, not a common one."),
                    "passwordConfirmation": AuthSchemas.text("The same, when sent."),
                ]) { _, new in new }),
                sealed: ["code", "token", "password", "passwordConfirmation"], rate: .signIn,
                summary: "Set a new password with a code or a link. Every device signs in again.", success: 204,
                refusals: ["422 invalid-code", "422 validation-failed"],
                example: ["email": "john@example.com", "code": "402913", "password": "kampala-sunset-27"]).alsoCheckedByHandler(),
        .command("POST", "/auth/verify/{contact}/request", RequestContactCode.self, access: .user,
                 summary: "Send a code to my `email` or `phone`.", success: 202, answer: accepted,
                 refusals: ["404 not-found", "409 already-verified", "422 validation-failed", "429 too-many-requests"]),
        .intake("POST", "/auth/verify/{contact}", OpenContactCode.self, access: .user,
                body: .object(["code": AuthSchemas.text("Six digits.")]), sealed: ["code"],
                summary: "Prove with the code that `email` or `phone` is mine.", answer: AuthSchemas.user,
                refusals: ["404 not-found", "422 invalid-code"], example: ["code": "402913"]),
    ]
}
