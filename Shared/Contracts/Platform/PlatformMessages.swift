/// Every message of the platform. Golden files and documents follow from it, and a test names what is missing here.
enum PlatformMessages {
    static let types: [any Message.Type] = [
        AdvanceClock.self,
        ApplyTenant.self,
        ClaimKey.self,
        PublishedKey.self,
        Republish.self,
        RotateKeys.self,
        SealingKeyPublished.self,
        Subscribe.self,
        SubscriptionTaken.self,
    ]
}
