/// Every message between services or of the platform: one list per owner, in the owner's folder.
public enum AllMessages {
    public static let types: [any Message.Type] = [
        AuthMessages.types,
        CatalogMessages.types,
        NotificationsMessages.types,
        OrdersMessages.types,
        PaymentsMessages.types,
        PlatformMessages.types,
        SchedulingMessages.types,
    ].flatMap { $0 }
}
