import ServiceKit

extension AuthSettings {
    static let reference: [SettingDescription] = [
        .init("required", "Contacts a person must give at registration; empty: at least one of both", "list of `email`, `phone`", usual: "[email]"),
        .init("registrationOpen", "Whether people can register; closed: accounts are imported", "true or false", usual: "true"),
        .init("passwordConfirmationRequired", "Whether registration needs `passwordConfirmation`", "true or false", usual: "false"),
        .init("countedIds", "Whether accounts are numbered from 1, and `user.id` is a number", "true or false", usual: "false"),
        .init("defaultRole", "The role that everybody has", "a role of the file", usual: "user"),
        .init("registrationRoles", "Roles that may be asked for at registration", "roles of the file", usual: "the default role"),
        .init("rolesByApplication", "Of these, roles that are only applied for; the account starts with the default role", "roles of the file", usual: "[]"),
        .init("grantableRoles", "Role → roles that its holders may give and take, if they have `users:manage`", "role: [roles]", usual: "{}"),
        .init("rolesThatKeepAccount", "Roles whose holders cannot erase their account", "roles of the file", usual: "[]"),
        .init("profileFields", "Fields of the app in `user`",
              "list of " + ProfileField.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "), usual: "[]"),
        .init("membershipNumbers.prefix", "First part of the number that a person gets at registration", "1 to 10 capital letters or digits", usual: "no numbers"),
        .init("membershipNumbers.digitsMin", "Digits of the number; shorter ones are filled with zeros", 1...12, "digits", usual: nil),
        .init("phonePattern", "What a phone number must look like, once it is normalised", "regular expression over all of E.164", usual: "any number"),
        .init("tokenProfile", "Facts of the account that access tokens carry, for services that have not heard of it yet",
              "list of " + TokenProfileField.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", "), usual: "[]"),
        .init("scrypt", "Cost of a password hash", "`{ logN, r, p }`; at most 1 GiB", usual: "{ logN: 14, r: 8, p: 5 }"),
        .init("lockout.failuresMax", "Wrong passwords within the window before sign-in waits", 1...100, "tries", usual: 5),
        .init("lockout.windowSeconds", "How long a wrong password counts", "positive", unit: "seconds", usual: "900"),
        .init("lockout.firstWaitSeconds", "The first wait; it doubles with each further failure", "1 to `longestWaitSeconds`", unit: "seconds", usual: "30"),
        .init("lockout.longestWaitSeconds", "The longest wait", "at least `firstWaitSeconds`", unit: "seconds", usual: "900"),
        .init("accessTokenSeconds", "Life of an access token", accessTokenSecondsRange, "seconds", usual: 900),
        .init("sessionDays", "A session that is not refreshed for so long ends", 1...400, "days", usual: 30),
        .init("sessionDaysMax", "A session ends so long after sign-in", "`sessionDays` to 3660", unit: "days", usual: "365"),
        .init("sessionsPerUserMax", "Sessions of one person; the oldest ends when one more begins", 1...1000, "sessions", usual: 100),
        .init("contactChangeNeedsPassword", "Whether a new e-mail address or phone number needs `currentPassword`", "true or false", usual: "false"),
        .init("oneTimeCodes", "Codes by text message and e-mail: `lifeSeconds` (300), `resetLifeSeconds` (900), `resendSeconds` (60), `perHourMax` (5), `triesMax` (5), "
            + "`createsAccounts` (false: a code signs in only people who have an account)", "a mapping of these", usual: "{}"),
        .init("fixedCodes", "Sandbox only: phone number → the code it always gets", "E.164: six digits", usual: "{}"),
    ]
}

extension OpenIDProvider {
    static let reference: [SettingDescription] = [
        .init("identityProviders.*.issuers", "Accepted values of `iss` in the provider's ID tokens", "list of texts", usual: nil),
        .init("identityProviders.*.audiences", "The app's client ids there", "list of texts", usual: nil),
        .init("identityProviders.*.keysURL", "Where the provider's JWK set is", "https address", usual: "discovery at the first issuer"),
        .init("identityProviders.*.keys", "The provider's public keys themselves", "list of JWKs", usual: "from `keysURL`"),
    ]
}

extension Auth: DescribesSettings {
    public static let settingsReference = ["password": AuthSettings.reference, "oidc": OpenIDProvider.reference]
}
