import NotificationPolicy

/// Types that every tenant with tickets sends, with the texts of tenants without words of their own.
enum TicketTypes {
    /// To an address without an account: the person who has the link may take the ticket.
    static let invitation = "transfer-invitation"

    static let all: [NotificationPolicy.MessageType] = {
        var type = NotificationPolicy.MessageType(name: invitation, cat: NotificationPolicy.platformCategory)
        (type.channels, type.feed, type.counts) = ([.email, .sms], false, false)
        return [type]
    }()
    /// The link stands last: nothing after it can be taken for a part of it.
    static let templates: [String: [String: NotificationPolicy.Texts]] = [
        invitation: [
            "en": .init(title: "A ticket for you: {event.title}",
                        body: "{from.name} offers you a ticket for {event.title}, {event.startDate|when}. Accept it here: {url|link}",
                        why: "Somebody wants to give you a ticket."),
            "fr": .init(title: "Un billet pour vous : {event.title}",
                        body: "{from.name} vous offre un billet pour {event.title}, {event.startDate|when}. Acceptez-le ici : {url|link}",
                        why: "Quelqu’un veut vous donner un billet."),
            "ar": .init(title: "تذكرة لك: {event.title}",
                        body: "{from.name} يقدم لك تذكرة لـ {event.title}، {event.startDate|when}. اقبلها هنا: {url|link}",
                        why: "يريد شخص أن يعطيك تذكرة."),
            "es": .init(title: "Una entrada para ti: {event.title}",
                        body: "{from.name} te ofrece una entrada para {event.title}, {event.startDate|when}. Acéptala aquí: {url|link}",
                        why: "Alguien quiere darte una entrada."),
        ],
    ]
}
