import NotificationPolicy

extension SourceWords {
    static let offStatuses: Set<String> = ["cancelled", "deleted"]

    package static let tickets: SourceWords = {
        var words = SourceWords()
        (words.types, words.templates) = (TicketTypes.all, TicketTypes.templates)
        words.relations = ticketRelations
        words.conditions = ["event.active", "sales.upcoming", "order.awaiting", "ticket.valid"]
        words.occasion = Occasion(
            "event", start: "startDate", end: "endDate", off: offStatuses, condition: "event.active", participant: "ticket_holder",
            offCode: "event_cancelled", overCode: "event_over", tooCloseCode: "too_close_to_start", updateFields: ["time", "venue"],
            places: ["venue.place", "venue.name"])
        words.phrases = ticketPhrases
        words.formats = ["failure": paymentFailures]
        words.lines = [
            PreferenceLine("upcomingEventReminders", .type("event-reminder")), PreferenceLine("eventUpdates", .category("transactional")),
            PreferenceLine("ticketPurchaseConfirmations", .category("critical")), PreferenceLine("paymentUpdates", .category("critical")),
            PreferenceLine("ticketSales", .type("ticket-sold")), PreferenceLine("lowStock", .type("low-inventory")),
            PreferenceLine("recommendations", .category("informational")), PreferenceLine("marketing", .category("marketing")),
        ]
        words.switches = [
            PreferenceSwitch("eventReminders24h", .reminder(offset: "P1D")),
            PreferenceSwitch("eventReminders2h", .reminder(offset: "PT2H")),
            PreferenceSwitch("eventStartingSoon", .never), PreferenceSwitch("ticketPurchaseConfirmation", .always),
            PreferenceSwitch("eventUpdates", .always),
            PreferenceSwitch("recommendations", .push(type: "recommendations", category: "informational")),
            PreferenceSwitch("marketing", .push(type: "promotion", category: "marketing")),
        ]
        words.digestChoice = DigestChoice(role: "organizer", refusal: "is for organizers")
        words.sampleTitle = Phrase("Sample Event", "Exemple", "مثال", "Ejemplo")
        words.samples = { sample in
            [
                "event": ["id": "sample", "title": sample.title, "startDate": sample.time(inHours: 48),
                          "endDate": sample.time(inHours: 52)],
                "venue": ["name": "A", "place": "A", "before": "A", "after": "B"], "organizer": ["name": sample.title],
                "order": ["id": "sample", "number": "1", "total": sample.amount, "holdExpiresAt": sample.time(inHours: 1)],
                "offer": ["id": "sample", "quantity": 2, "expiresAt": sample.time(inHours: 1), "endsAt": sample.time(inHours: 72)],
                "tickets": ["count": 2], "remaining": 10, "failureCode": "card_declined", "retryUntil": sample.time(inHours: 1),
                "refundUntil": sample.time(inHours: 72), "checkedInAt": sample.time(inHours: 0), "instructions": "*165#", "ussd": "*165#",
                "relation": "ticket",
                "salesStart": sample.time(inHours: 24), "friend": ["name": "A"], "gate": ["name": "A"],
                "supportTicket": ["subject": sample.title],
                "report": ["refunded": 3, "failed": 0, "total": sample.amount],
                "from": ["name": "A"], "to": ["name": "A"], "expiresAt": sample.time(inHours: 48), "url": "https://example.org/t?token=0",
            ]
        }
        return words
    }()

    /// In the order in which they explain a message.
    private static let ticketRelations = [
        Relation("ticket_holder", alias: "ticket", why: Phrase("You have a ticket for %.", "Vous avez un billet pour %.",
                                                               "لديك تذكرة لـ %.", "Tienes una entrada para %.")),
        Relation("favorited", alias: "favorite", why: Phrase("You marked % as a favorite.", "Vous avez marqué % comme favori.",
                                                             "لقد أضفت % إلى المفضلة.", "Marcaste % como favorito.")),
        Relation("follows_organizer", why: Phrase("You follow its organizer.", "Vous suivez son organisateur.", "أنت تتابع المنظم.",
                                                  "Sigues a quien lo organiza.")),
        Relation("friend", why: Phrase("A friend of yours goes there.", "Un ami y va.", "صديقك سيحضر.", "Va alguien que conoces.")),
        Relation("organizer", why: Phrase("You organize %.", "Vous organisez %.", "أنت تنظم %.", "Organizas %.")),
        Relation("nearby"), Relation("buyer"), Relation("momo_payment"),
    ]
    /// Who hands a ticket over, if their registration has not arrived yet.
    static let somebody = Phrase("Somebody", "Quelqu’un", "شخص ما", "Alguien")
    /// A friend whose registration has not arrived yet.
    static let someFriend = Phrase("A friend", "Un ami", "صديق", "Alguien que conoces")

    private static let ticketPhrases: [String: Phrase] = [
        "event_cancelled": Phrase("the event was cancelled", "l’événement est annulé", "أُلغي الحدث", "el evento se canceló"),
        "event_over": Phrase("the event is over", "l’événement est terminé", "انتهى الحدث", "el evento ya terminó"),
        "too_close_to_start": Phrase("the event is about to start", "l’événement va commencer",
                                     "الحدث على وشك البدء", "el evento está por empezar"),
        "off_hours": Phrase("it is outside your event’s hours", "c’est hors des heures de l’événement",
                            "خارج ساعات الحدث", "es fuera del horario del evento"),
        "event_update_limit": Phrase("this event changed often today", "cet événement a souvent changé aujourd’hui",
                                     "تغير هذا الحدث كثيرا اليوم", "este evento cambió mucho hoy"),
        "sale_rate": Phrase("sales are told once a minute", "les ventes sont annoncées une fois par minute",
                            "تُرسل المبيعات مرة في الدقيقة", "las ventas se avisan una vez por minuto"),
        "waived_near_start": Phrase("your event is about to start", "votre événement commence bientôt",
                                    "حدثك على وشك البدء", "tu evento está por empezar"),
        "waived_event_hours": Phrase("your event is running", "votre événement est en cours", "حدثك جار الآن", "tu evento está en curso"),
    ]

    /// A failure code of a payment provider, or of a payout.
    private static let paymentFailures: CodedSentences = {
        let declined = Phrase("You declined it.", "Vous l’avez refusé.", "لقد رفضته.", "Lo rechazaste.")
        let funds = Phrase("There is not enough money on the account.", "Le solde est insuffisant.",
                           "الرصيد غير كاف.", "No hay saldo suficiente.")
        let late = Phrase("It was not approved in time.", "Il n’a pas été approuvé à temps.",
                          "لم تتم الموافقة في الوقت المحدد.", "No se aprobó a tiempo.")
        let noAccount = Phrase("This number has no mobile money account.", "Ce numéro n’a pas de compte mobile money.",
                               "لا يوجد حساب لهذا الرقم.", "Este número no tiene cuenta de dinero móvil.")
        return CodedSentences([
            "APPROVAL_REJECTED": declined, "authentication_failed": declined, "NOT_ENOUGH_FUNDS": funds, "insufficient_funds": funds,
            "PAYER_NOT_FOUND": noAccount, "PAYEE_NOT_FOUND": noAccount,
            "EXPIRED": late, "authentication_expired": late,
            "expired_card": Phrase("The card has expired.", "La carte a expiré.", "انتهت صلاحية البطاقة.", "La tarjeta ha caducado."),
            "incorrect_cvc": Phrase("The security code is wrong.", "Le code de sécurité est faux.", "رمز الأمان خاطئ.",
                                    "El código de seguridad es incorrecto."),
            "processing_error": Phrase("The bank could not process it.", "La banque n’a pas pu le traiter.", "تعذر على البنك معالجته.",
                                       "El banco no pudo procesarlo."),
        ], otherwise: Phrase("It was declined.", "Il a été refusé.", "تم رفضه.", "Fue rechazado."))
    }()
}
