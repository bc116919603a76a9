import ServiceKit

extension OpenIDProvider {
    package static let reference: [SettingDescription] = [
        .init("identityProviders.*.issuers", "Accepted values of `iss` in the provider's ID tokens", "list of texts", usual: nil),
        .init("identityProviders.*.audiences", "The app's client ids there", "list of texts", usual: nil),
        .init("identityProviders.*.keysURL", "Where the provider's JWK set is", "https address", usual: "discovery at the first issuer"),
        .init("identityProviders.*.keys", "The provider's public keys themselves", "list of JWKs", usual: "from `keysURL`"),
    ]
}
