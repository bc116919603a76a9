import ServiceKit

/// Why a company's report is refused, in other languages: every refusal of a route has its sentence.
package enum TextMessageTexts {
    package static let all = FeatureTexts(slugs: [
        "invalid-signature": [
            "fr": "La signature ne correspond pas à l’envoi.", "ar": "التوقيع لا يطابق ما أُرسل.",
            "es": "La firma no corresponde a lo enviado."
        ],
    ])
}
