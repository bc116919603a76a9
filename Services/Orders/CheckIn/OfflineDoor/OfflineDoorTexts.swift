import ServiceKit

/// What is wrong with an upload, in other languages.
enum OfflineDoorTexts {
    static let all = FeatureTexts(fields: [
        "is not a snapshot of this event": [
            "fr": "n'est pas un instantané de cet événement", "ar": "ليست لقطة لهذه الفعالية",
            "es": "no es una instantánea de este evento"
        ],
    ], slugs: [
        "snapshot-too-large": [
            "fr": "Cet événement a trop de billets pour un instantané. Scannez en ligne.",
            "ar": "تذاكر هذه الفعالية أكثر من أن تتسع لها لقطة. امسح عبر الإنترنت.",
            "es": "Este evento tiene demasiadas entradas para una instantánea. Escanea en línea.",
        ],
        "upload-closed": [
            "fr": "Les scans de cet événement ne peuvent plus être envoyés.", "ar": "لم يعد ممكناً إرسال عمليات مسح هذه الفعالية.",
            "es": "Los escaneos de este evento ya no se pueden subir.",
        ],
    ])
}
