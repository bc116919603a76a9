import Kernel

/// The fields that the specifications of the five apps add to `user`, as their tenant files declare them.
enum AppProfiles {
    static let eventPass: JSONValue = [
        ["name": "dateOfBirth", "type": "date", "min": "1900-01-01", "max": "today", "birthDate": true,
         "lockedBy": ["field": "identityStatus", "value": "verified",
                      "message": "Your identity was verified with this date of birth; it cannot be changed."]],
        ["name": "age", "kind": "account", "fact": "age"], ["name": "avatarUrl", "kind": "account", "fact": "avatar"],
        ["name": "activeRole", "kind": "account", "fact": "activeRole"],
        ["name": "identityStatus", "kind": "reviewed", "states": ["unverified", "pending", "verified", "rejected"]],
        ["name": "organizerStatus", "kind": "applied", "roles": ["organizer"], "applied": "in-progress", "granted": "approved",
         "states": ["not-started", "in-progress", "in-review", "needs-changes", "approved", "rejected", "suspended"]],
    ]

    static let peez: JSONValue = [
        ["name": "uuid", "kind": "account", "fact": "id"],
        ["name": "membershipId", "kind": "counted", "prefix": "PEEZ", "digitsMin": 5, "published": true],
        ["name": "memberSince", "kind": "account", "fact": "registrationDay"],
        ["name": "neighborhoodId", "type": "integer", "oneOf": ["setting": "catalog.shops.neighborhoods", "member": "id"],
         "message": "is not a neighbourhood of this app", "clearable": true, "published": true],
    ]

    /// `photoId`, `addresses` (at most 10 of `{id, label* 1–40, line*, details, location*}`, replaced as a whole).
    static let sofra: JSONValue = [
        ["name": "photoId", "max": 64, "clearable": true],
        ["name": "addresses", "type": "list", "max": 10, "items": [
            "type": "object", "fields": [
                ["name": "id", "type": "id"], ["name": "label", "max": 40, "required": true], ["name": "line", "required": true],
                ["name": "details"],
                ["name": "location", "type": "object", "required": true, "fields": [
                    ["name": "lat", "type": "number", "min": -90, "max": 90, "required": true],
                    ["name": "lng", "type": "number", "min": -180, "max": 180, "required": true],
                ]],
            ],
        ]],
    ]

    static let autoFill: JSONValue = [["name": "marketingOptIn", "type": "boolean", "default": false, "published": true]]
}
