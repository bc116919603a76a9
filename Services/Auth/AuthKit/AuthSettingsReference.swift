import ServiceKit

extension AuthSettings {
    package static let reference: [SettingDescription] = [
        .init("required", "Contacts a person must give at registration; empty: at least one of both", "list of `email`, `phone`",
              usual: "[email]"),
        .init("registrationOpen", "Whether people can register; closed: accounts are imported", "true or false", usual: "true"),
        .init("passwordConfirmationRequired", "Whether registration needs `passwordConfirmation`", "true or false", usual: "false"),
        .init("countedIds", "Whether accounts are numbered from 1, and `user.id` is a number", "true or false", usual: "false"),
        .init("defaultRole", "The role that everybody has", "a role of the file", usual: "user"),
        .init("registrationRoles", "Roles that may be asked for at registration", "roles of the file", usual: "the default role"),
        .init("grantableRoles", "Role → roles that its holders may give and take, if they have `users:manage`", "role: [roles]",
              usual: "{}"),
        .init("lastHolders", "Roles that somebody must always have: the last holder keeps it", "roles of the file", usual: "[]"),
        .init("unknownFirst", "Whether a change of an unknown user's roles is 404 before wrong fields are 422", "true or false",
              usual: "false"),
        .init("rolesThatKeepAccount", "Roles whose holders cannot erase their account", "roles of the file", usual: "[]"),
        .init("profile", "Fields that the app adds to `user`, as decision 0024 describes them", "list of fields", usual: "[]"),
    ] + profileReference + [
        .init("phonePattern", "What a phone number must look like, once it is normalised", "regular expression over all of E.164",
              usual: "any number"),
        .init("tokenProfile", "Facts of the account that access tokens carry, for services that have not heard of it yet",
              "list of " + TokenProfile.facts.map { "`\($0)`" }.joined(separator: ", ") + ", names of text fields of the app", usual: "[]"),
        .init("scrypt", "Cost of a password hash", "`{ logN, r, p }`; at most 1 GiB", usual: "{ logN: 14, r: 8, p: 5 }"),
        .init("lockout.failuresMax", "Wrong passwords within the window before sign-in waits", 1...100, "tries", usual: 5),
        .init("lockout.windowSeconds", "How long a wrong password counts", "positive", unit: "seconds", usual: "900"),
        .init("lockout.firstWaitSeconds", "The first wait; it doubles with each further failure", "1 to `longestWaitSeconds`",
              unit: "seconds", usual: "30"),
        .init("lockout.longestWaitSeconds", "The longest wait", "at least `firstWaitSeconds`", unit: "seconds", usual: "900"),
        .init("accessTokenSeconds", "Life of an access token", accessTokenSecondsRange, "seconds", usual: 900),
        .init("sessionDays", "A session that is not refreshed for so long ends", 1...400, "days", usual: 30),
        .init("sessionDaysMax", "A session ends so long after sign-in", "`sessionDays` to 3660", unit: "days", usual: "365"),
        .init("sessionsPerUserMax", "Sessions of one person; the oldest ends when one more begins", 1...1000, "sessions", usual: 100),
        .init("contactChangeNeedsPassword", "Whether a new e-mail address or phone number needs `currentPassword`", "true or false",
              usual: "false"),
        .init("oneTimeCodes", """
            Codes by text message and e-mail: `lifeSeconds` (300), `resetLifeSeconds` (900), `resendSeconds` (60), `perHourMax` (5), \
            `triesMax` (5), 
            """
            + "`createsAccounts` (false: a code signs in only people who have an account)", "a mapping of these", usual: "{}"),
        .init("fixedCodes", "Sandbox only: phone number → the code it always gets", "E.164: six digits", usual: "{}"),
    ]
}

extension AuthSettings {
    private static func words<T: RawRepresentable<String>>(_ cases: [T]) -> String {
        cases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    }

    private static let profileReference: [SettingDescription] = [
        .init("profile[].name", "Name of the field in requests and answers", "camelCase, at most 40 characters", usual: nil),
        .init("profile[].kind", "Where the value comes from: the person sends it; the number of the registration; "
            + "follows roles by application; comes with an import or a review; a fact of the account", words(ProfileField.Kind.allCases),
                usual: "given"),
        .init("profile[].seenBy", "Who sees it in `user`", "list of " + words(ProfileField.Viewer.allCases), usual: "[owner, managers]"),
        .init("profile[].personal", "Whether it says something about a person", "true or false", usual: "true"),
        .init("profile[].erased", "What happens when the person leaves; `kept` needs `personal: false`",
            words(ProfileField.Erasure.allCases), usual: "removed"),
        .init("profile[].published", "Whether other services get it with events", "true or false", usual: "false"),
        .init("profile[].type", "given: its type", words(ProfileValueRule.ValueType.allCases), usual: "text"),
        .init("profile[].min", "given: least value, characters, entries, or first date", "number or date",
            usual: "1 character, 1900-01-01"),
        .init("profile[].max", "given: the same at the other end", "number, date or `today`", usual: "200 characters, 20 entries, `today`"),
        .init("profile[].pattern", "given: what a text must look like", "regular expression over the whole text", usual: "any text"),
        .init("profile[].oneOf", "given: the only values that are taken", "list, or `{ setting, member }`: another list of the file",
            usual: "any value"),
        .init("profile[].message", "given: what people read if the value is none of `oneOf` or does not fit `pattern`", "text",
            usual: "a general sentence"),
        .init("profile[].items", "given, of a list: what its entries may be", "type and limits", usual: nil),
        .init("profile[].fields", "given, of an object: its members with `name`, `required`, type and limits", "list", usual: nil),
        .init("profile[].required", "given: registration needs it", "true or false", usual: "false"),
        .init("profile[].clearable", "given: null clears it", "true or false", usual: "false"),
        .init("profile[].edited", "given: when the person may send it", words(ProfileField.Editing.allCases), usual: "always"),
        .init("profile[].default", "given: what is answered until somebody sends a value", "a value of the type", usual: "null"),
        .init("profile[].birthDate", "given: it is the date of birth; `age` and age limits follow from it", "true or false",
            usual: "false"),
        .init("profile[].lockedBy", "given: while another field has a value, this one is fixed once it has one itself",
            "`{ field, value, message }`", usual: "never"),
        .init("profile[].prefix", "counted: first part of the number", "1 to 10 capital letters or digits", usual: nil),
        .init("profile[].digitsMin", "counted: digits of the number, filled with zeros", "1 to 12", unit: "digits", usual: "5"),
        .init("profile[].states", "applied, reviewed: all states, the first that of a new account", "list of texts", usual: nil),
        .init("profile[].roles", "applied: roles that are applied for; the account starts with the default role", "roles of the file",
            usual: nil),
        .init("profile[].applied", "applied: the state after an application", "one of `states`", usual: nil),
        .init("profile[].granted", "applied: the state of who has the role", "one of `states`", usual: nil),
        .init("profile[].fact", "account: which fact", words(ProfileField.Fact.allCases), usual: nil),
    ]
}
