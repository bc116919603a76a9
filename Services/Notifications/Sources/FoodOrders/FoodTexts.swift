import Contracts
import Kernel
import NotificationPolicy
import NotificationsKit

/// Words that texts about food orders take besides their facts: names in the reader's language, first names, labels of
/// reasons.
enum FoodTexts {
    static func complete(_ facts: inout Facts, for language: TextLanguage, in tx: NotificationsTransaction) throws {
        guard let names = facts["restaurantNames"]?.object else { return }  // Not about a restaurant.
        let restaurant = inLanguage(names.compactMapValues(\.string), language)
        facts.set("restaurant", .string(restaurant))
        if let reason = facts["cancelReason"]?.string {
            facts.set("reason", .string(inLanguage((FoodCancelReason(rawValue: reason) ?? .other).labels, language)))
        }
        if let courier = facts["courier.id"]?.string {
            let name = try firstName(courier, in: tx)
            facts.set("courier", .string(name.isEmpty ? someCourier[language] : name))
        }
        if let role = facts["sender.role"]?.string, let sender = facts["sender.id"]?.string {
            facts.set("writer", .string(try writer(role, sender, restaurant, language, in: tx)))
        }
    }

    /// As the other parties know who wrote.
    private static func writer(_ role: String, _ sender: String, _ restaurant: String, _ language: TextLanguage,
                               in tx: NotificationsTransaction) throws -> String {
        switch role {
        case "owner": return restaurant
        case "customer", "courier":
            let name = try firstName(sender, in: tx)
            return name.isEmpty ? (role == "courier" ? someCourier : someCustomer)[language] : name
        default: return support[language]  // Everybody of the staff answers as one.
        }
    }
    private static func firstName(_ user: String, in tx: NotificationsTransaction) throws -> String {
        try tx.recipients.find(User.ID(user)).name.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    }
    private static func inLanguage(_ texts: [String: String], _ language: TextLanguage) -> String {
        texts[language.rawValue] ?? texts["ar"] ?? texts.min { $0.key < $1.key }?.value ?? ""
    }

    private static let support = Phrase("Support", "L’assistance", "الدعم", "Asistencia")
    private static let someCourier = Phrase("Your courier", "Votre livreur", "المندوب", "Tu repartidor")
    private static let someCustomer = Phrase("The customer", "Le client", "العميل", "El cliente")

    @Sendable static func samples(_ sample: SampleFacts) -> [String: JSONValue] {
        ["number": "SF-100042", "restaurant": sample.title, "time": "12:30", "portions": 3, "total": "78.00", "payout": "12.20",
         "reason": "—", "staffReason": "—", "courier": "A", "writer": "A", "excerpt": sample.title]
    }
}
