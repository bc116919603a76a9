import ServiceKit

/// What is wrong with an upload, in other languages.
enum OfflineDoorTexts {
    static let all = FeatureTexts(fields: [
        "is not a snapshot of this event": [
            "fr": "n'est pas un instantané de cet événement", "ar": "ليست لقطة لهذه الفعالية",
            "es": "no es una instantánea de este evento"
        ],
    ])
}
