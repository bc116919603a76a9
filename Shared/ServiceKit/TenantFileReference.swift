extension TenantFile {
    /// What stands at the top of a tenant file.
    public static let reference: [SettingDescription] = [
        .init("tenant", "Name of the app in addresses and in the log; it never changes",
              "lower case letters, digits and dashes, at most 40", usual: nil),
        .init("name", "Name of the app for people", "text", usual: nil),
        .init("hosts", "Host names of the app; without one it is at `/t/<tenant>`", "list of lower case names without port", usual: "[]"),
        .init("basePath", "What all routes begin with", "path, no slash at its end", usual: "/api/v1"),
        .init("json", "How fields are named", "camelCase, snake_case", usual: "camelCase"),
        .init("currency", "Currency of all amounts", "ISO 4217: EUR", usual: nil),
        .init("timezone", "Where the app's days begin and end", "IANA name: Europe/Berlin", usual: "UTC"),
        .init("languages", "Languages of the app, the usual one first", "list of ISO 639: en, fr, ar", usual: "[en]"),
        .init("phonePrefix", "Put before phone numbers without a country", "a plus and a country code, in quotes: \"+49\"", usual: "none"),
        .init("sandbox", "Virtual clock, test cards and `/dev` routes", "true or false", usual: "false"),
        .init("roles", "Role → permissions; `sandbox:use` opens the `/dev` routes of a sandbox outside development mode, too",
            "role: [thing:action]; at least one role", usual: nil),
        .init("plugins", "Service → the plugins that this app uses; see below",
            "service: [plugin or { plugin, prefix, former }]; `former` lists prefixes of earlier mounts, `/` for none", usual: "{}"),
        .init("settings", "Service → settings of its plugins; see below", "service: mapping", usual: "{}"),
    ]
}
