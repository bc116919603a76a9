/// Every message of auth. Golden files and documents follow from it, and a test names what is missing here.
enum AuthMessages {
    static let types: [any Message.Type] = [
        ContactVerified.self,
        IdentityDecided.self,
        ImportAccount.self,
        OneTimeCodeIssued.self,
        OrganizerApplicationDecided.self,
        OrganizerUpdated.self,
        PasswordChanged.self,
        PushTokenChanged.self,
        RolesChanged.self,
        SessionRefreshed.self,
        SessionRevoked.self,
        SessionStarted.self,
        SuspendOrganizer.self,
        UserErased.self,
        UserRegistered.self,
        UserUpdated.self,
    ]
}
