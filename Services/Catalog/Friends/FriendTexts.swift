import ServiceKit

/// What is wrong with an invitation of a friend, in other languages.
enum FriendTexts {
    static let all = FeatureTexts(fields: [
        "is your own invitation": ["fr": "est votre propre invitation", "ar": "هي دعوتك أنت", "es": "es tu propia invitación"],
    ])
}
