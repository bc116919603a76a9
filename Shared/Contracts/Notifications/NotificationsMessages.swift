/// Every message of notifications. Golden files and documents follow from it, and a test names what is missing here.
enum NotificationsMessages {
    static let types: [any Message.Type] = [
        ClientEventRecorded.self,
        DeliveryFailed.self,
        ForgetNamed.self,
        ImportNotification.self,
        ImportPreferences.self,
        MessageCampaignStarted.self,
        NotificationCreated.self,
        NotificationDecided.self,
        NotificationOpened.self,
        NotificationSent.self,
        Notify.self,
        OptOutAlertClosed.self,
        OptOutAlertOpened.self,
        PreferencesChanged.self,
        PushTokenRejected.self,
        SendToContact.self,
    ]
}
