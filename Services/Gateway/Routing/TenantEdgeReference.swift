import ServiceKit

extension TenantEdge {
    public static let reference: [SettingDescription] = [
        .init("prompts.*", "Action → what a guest who wants it reads; `continue` is for every other action",
              "`{ title, benefits: [texts] }`", usual: "{}"),
        .init("slugs", "The platform's slug of a problem → the app's own", "slug: slug", usual: "{}"),
        .init("streams", "Paths that answer with the event stream if a request accepts nothing else", "list of paths below the base path",
              usual: "[]"),
        .init("messages.*", "Slug → language → the sentence people read", "language: sentence", usual: "{}"),
        .init("rateLimits.perPrincipalPerMinute", "Requests of one person", "1 or more", unit: "requests a minute",
              usual: "the platform's"),
        .init("rateLimits.perAddressPerMinute", "Requests of one address", "1 or more", unit: "requests a minute", usual: "the platform's"),
        .init("rateLimits.signInPerAddressPerMinute", "Sign-ins of one address", "1 or more", unit: "requests a minute",
              usual: "the platform's"),
        .init("rateLimits.signInPerIdentifierPerMinute", "Sign-ins to one account", "1 or more", unit: "requests a minute",
              usual: "the platform's"),
    ]
}
