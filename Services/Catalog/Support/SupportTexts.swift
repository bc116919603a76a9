import ServiceKit

/// What is wrong with a support ticket, in other languages.
enum SupportTexts {
    static let all = FeatureTexts(fields: [
        "is no order of yours": ["fr": "n’est pas une de vos commandes", "ar": "ليس من طلباتك", "es": "no es un pedido tuyo"],
        "is no event that you can see": ["fr": "n’est pas un événement que vous pouvez voir", "ar": "ليس حدثا يمكنك رؤيته",
                                         "es": "no es un evento que puedas ver"],
    ])
}
