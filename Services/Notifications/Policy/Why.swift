import Kernel

/// Reason codes as sentences a person can read.
package struct Why: Sendable {
    package let language: TextLanguage
    let zone: TimeZoneRules
    private let policy: NotificationPolicy
    private let openAlerts: Set<String>
    private var words: PolicyVocabulary { policy.vocabulary }
    /// - Parameter openAlerts: categories whose caps are halved.
    package init(language: TextLanguage, zone: TimeZoneRules, policy: NotificationPolicy, openAlerts: Set<String> = []) {
        (self.language, self.zone, self.policy, self.openAlerts) = (language, zone, policy, openAlerts)
    }
    /// For somebody who reads this language, if it is one of the app's.
    package init(locale: String?, zone: TimeZoneRules, policy: NotificationPolicy, openAlerts: Set<String> = []) {
        let known = locale.map { TextLanguage(tag: $0) }.flatMap { policy.languages.contains($0.rawValue) ? $0 : nil }
        self.init(language: known ?? TextLanguage(tag: policy.languages.first ?? "en"), zone: zone, policy: policy, openAlerts: openAlerts)
    }

    /// Why this type comes at all, when the tenant's templates do not say: by what ties the recipient to it.
    package func sentence(relations: Set<String>, title: String) -> String {
        words.why(relations, title: title, language) ?? language.words.account
    }

    /// What became of it: "Held until 7:00 AM because of your quiet hours." Nil for a plain `send`.
    package func sentence(_ decision: Decision, at now: Timestamp) -> String? {
        let words = language.words
        let phrases = decision.reasons.filter { $0 != "ok" }.map { phrase($0) }
        let because = joined(phrases, isLate: decision.reasons.first == "would_be_too_late", words)
        switch decision.kind {
        case .send:
            guard !phrases.isEmpty else { return nil }
            return words.sentNow.replacing("%", with: because)
        case .delay(let until): return words.held.replacing("@", with: time(until, now)).replacing("%", with: because)
        case .digest(_, let until): return words.batched.replacing("@", with: time(until, now)).replacing("%", with: because)
        case .emailInstead: return words.mailed.replacing("%", with: because)
        case .feedOnly: return words.shown.replacing("%", with: because)
        case .drop: return words.dropped.replacing("%", with: because)
        }
    }
    /// "later would be too late because of your quiet hours": the other phrases are the reason for the first.
    private func joined(_ phrases: [String], isLate: Bool, _ words: WhyWords) -> String {
        guard isLate, let first = phrases.first, phrases.count > 1 else { return phrases.joined(separator: words.and) }
        return first + words.since + phrases.dropFirst().joined(separator: words.and)
    }
    /// The same as a line of the record of decisions, where a plain `send` has its sentence, too.
    package func line(_ decision: Decision, at now: Timestamp) -> String { sentence(decision, at: now) ?? language.words.sent }

    /// The time alone within a day, else with its date.
    private func time(_ until: Timestamp, _ now: Timestamp) -> String {
        let local = zone.local(until)
        return until - now < .days(1) ? language.clock(local) : language.when(local, today: zone.local(.distantPast).date)
    }

    private func phrase(_ code: String) -> String {
        if let known = words.phrase(ofReason: code) ?? ReasonPhrases.all[code] { return known[language] }
        if let full = fullCap(code) { return full }
        for (mark, phrases) in ReasonPhrases.families where code.hasPrefix(mark) || code.hasSuffix(mark) { return phrases[language] }
        return ReasonPhrases.quietTime[language]
    }
    /// A full cap says how many it lets through. Nil: the code is of no cap that the category has now.
    private func fullCap(_ code: String) -> String? {
        for (mark, cap, phrase) in ReasonPhrases.fullCaps where code.hasPrefix(mark) {
            guard let category = policy.categories[String(code.dropFirst(mark.count))],
                let number = category[keyPath: cap] else { continue }
            return phrase[language].replacing("#", with: String(policy.inForce(number, category, openAlerts: openAlerts)))
        }
        return nil
    }
}

enum ReasonPhrases {
    static let quietTime = Phrase("of a quiet time", "c’est un moment calme", "إنه وقت هادئ", "es un momento de silencio")
    /// Codes of caps before the name of a category; `#` is the cap.
    static var fullCaps: [(mark: String, cap: KeyPath<NotificationPolicy.Category, Int?>, phrase: Phrase)] {
        [("daily_cap_", \.dayCap,
          Phrase("you already had # of these today", "vous en avez déjà reçu # aujourd’hui", "لقد تلقيت # منها اليوم",
                 "ya recibiste # hoy")),
         ("weekly_cap_", \.weekCap, Phrase("you already had # of these this week", "vous en avez déjà reçu # cette semaine",
                                          "لقد تلقيت # منها هذا الأسبوع", "ya recibiste # esta semana"))]
    }
    /// Codes that carry the name of a category.
    static let families: [(String, Phrase)] = [
        ("daily_cap_",
         Phrase("you already had enough of these today", "vous en avez déjà reçu assez aujourd’hui", "لقد تلقيت ما يكفي منها اليوم",
                "ya recibiste suficientes hoy")),
        ("weekly_cap_", Phrase("you already had enough of these this week", "vous en avez déjà reçu assez cette semaine",
                               "لقد تلقيت ما يكفي منها هذا الأسبوع", "ya recibiste suficientes esta semana")),
        ("_slot", Phrase("of the hours these are sent at", "ces messages ont leurs heures", "لهذه الرسائل أوقات محددة",
                         "estos mensajes tienen su horario")),
        ("_blackout", Phrase("of an important message shortly before", "un message important vient d’arriver", "وصلتك رسالة مهمة قبل قليل",
                             "acaba de llegar un mensaje importante")),
    ]
    static let all: [String: Phrase] = [
        "duplicate": Phrase("you were told already", "vous le savez déjà", "تم إخبارك من قبل", "ya se te avisó"),
        "no_recipient": Phrase("the account is gone", "le compte n’existe plus", "لم يعد الحساب موجودا", "la cuenta ya no existe"),
        "superseded": Phrase("newer news replaced it", "une nouvelle plus récente l’a remplacé", "حل محله خبر أحدث",
                             "una noticia más reciente lo sustituyó"),
        "resolved": Phrase("it is settled meanwhile", "c’est réglé entre-temps", "تمت تسويته", "ya está resuelto"),
        "digest_empty": Phrase("nothing was left to sum up", "il ne restait rien à résumer", "لم يبق ما يُلخص",
                               "no quedaba nada que resumir"),
        "expired": Phrase("its time is over", "son moment est passé", "فات وقته", "su momento pasó"),
        "not_relevant": Phrase("it does not concern you", "cela ne vous concerne pas", "لا يخصك", "no te concierne"),
        "too_far": Phrase("it is too far away", "c’est trop loin", "إنه بعيد جدا", "está demasiado lejos"),
        "no_context": Phrase("there was nothing new to tell", "il n’y avait rien de nouveau", "لا جديد فيه",
                             "no había nada nuevo que contar"),
        "in_app_only": Phrase("it is not worth an interruption", "cela ne vaut pas une interruption", "لا يستدعي المقاطعة",
                              "no merece una interrupción"),
        "not_opted_in": Phrase("you did not ask for these", "vous n’en avez pas demandé", "لم تطلب هذه الرسائل",
                               "no pediste estos mensajes"),
        "opted_out": Phrase("you switched these off", "vous les avez désactivés", "لقد أوقفت هذه الرسائل", "los desactivaste"),
        "snoozed": Phrase("you snoozed these", "vous les avez mis en pause", "لقد أجلت هذه الرسائل", "los pausaste"),
        "offset_not_chosen": Phrase("you did not choose this reminder", "vous n’avez pas choisi ce rappel", "لم تختر هذا التذكير",
                                    "no elegiste este recordatorio"),
        "reminder_limit": Phrase("you were reminded already", "vous avez déjà été rappelé", "تم تذكيرك من قبل", "ya se te recordó"),
        "new_user_quiet": Phrase("you are new here", "vous venez d’arriver", "أنت جديد هنا", "acabas de llegar"),
        "inactive_silence": Phrase("you have not been here for a while", "vous n’êtes pas venu depuis longtemps", "لم تزرنا منذ مدة",
                                   "hace tiempo que no vienes"),
        // No device, or switched off.
        "no_push": Phrase("these do not reach you as a push notification", "ils ne vous parviennent pas en notification push",
                          "لا تصلك كإشعارات فورية", "no te llegan como notificación push"),
        "no_channel": Phrase("there is no other way to reach you", "il n’y a pas d’autre moyen de vous joindre",
                             "لا توجد وسيلة أخرى للوصول إليك", "no hay otra forma de avisarte"),
        "email_unavailable": Phrase("there is no e-mail to use", "aucun e-mail utilisable", "لا يوجد بريد إلكتروني صالح",
                                    "no hay un correo utilizable"),
        "in_app_off": Phrase("your feed is off for these", "votre fil est désactivé pour ceux-ci", "صندوقك متوقف لهذه الرسائل",
                             "tu bandeja está desactivada para estos"),
        "scheduled_digest": Phrase("these are summed up", "ceux-ci sont résumés", "تُرسل هذه في ملخص", "estos van en un resumen"),
        "digest_hourly": Phrase("you chose an hourly summary", "vous avez choisi un résumé par heure", "اخترت ملخصا كل ساعة",
                                "elegiste un resumen por hora"),
        "digest_daily": Phrase("you chose a daily summary", "vous avez choisi un résumé par jour", "اخترت ملخصا يوميا",
                               "elegiste un resumen diario"),
        "same_field_limit": Phrase("the same thing changed again", "la même chose a encore changé", "تغير الشيء نفسه مجددا",
                                   "volvió a cambiar lo mismo"),
        "quiet_hours": Phrase("of your quiet hours", "ce sont vos heures calmes", "إنها ساعات هدوئك", "son tus horas de silencio"),
        "sunday_morning": Phrase("it is Sunday morning", "c’est dimanche matin", "إنه صباح الأحد", "es domingo por la mañana"),
        "holiday_morning": Phrase("it is a holiday", "c’est un jour férié", "إنه يوم عطلة", "es un día festivo"),
        "meal_time": Phrase("it is meal time in Ramadan", "c’est l’heure du repas de Ramadan", "إنه وقت وجبة رمضان",
                            "es hora de comer en Ramadán"),
        "slot": Phrase("of the hours these are sent at", "ces messages ont leurs heures", "لهذه الرسائل أوقات محددة",
                       "estos mensajes tienen su horario"),
        "spacing": Phrase("another message came just before", "un autre message vient d’arriver", "وصلتك رسالة أخرى قبل قليل",
                          "acaba de llegar otro mensaje"),
        "ramadan_sparse": Phrase("offers are rare in Ramadan", "les offres sont rares pendant le Ramadan", "العروض قليلة في رمضان",
                                 "las ofertas son pocas en Ramadán"),
        "similar_today": Phrase("you had this one today", "vous avez reçu celui-ci aujourd’hui", "تلقيت هذه الرسالة اليوم",
                                "ya recibiste este hoy"),
        "frequent_buyer": Phrase("you already come often", "vous venez déjà souvent", "أنت تزورنا كثيرا", "ya vienes a menudo"),
        "type_cap": Phrase("you already had one of these", "vous en avez déjà reçu", "لقد تلقيت مثلها", "ya recibiste uno de estos"),
        "total_daily_cap": Phrase("you already had enough messages today", "vous avez déjà reçu assez de messages aujourd’hui",
                                  "تلقيت ما يكفي من الرسائل اليوم", "ya recibiste suficientes mensajes hoy"),
        "total_weekly_cap": Phrase("you already had enough messages this week", "vous avez déjà reçu assez de messages cette semaine",
                                   "تلقيت ما يكفي من الرسائل هذا الأسبوع", "ya recibiste suficientes mensajes esta semana"),
        "would_be_too_late": Phrase("later would be too late", "plus tard serait trop tard", "التأخير لن يفيد",
                                    "más tarde sería demasiado tarde"),
        "no_window": Phrase("there is no hour left to send it", "il ne reste aucune heure pour l’envoyer", "لا يوجد وقت لإرساله",
                            "no queda hora para enviarlo"),
        "no_type": Phrase("this app does not send these", "cette application n’en envoie pas", "هذا التطبيق لا يرسلها",
                          "esta app no los envía"),
    ]
}

/// The sentences around the phrases; `%` is the phrases, `@` the time.
struct WhyWords: Sendable {
    let account, sent, sentNow, held, batched, mailed, shown, dropped, and, since: String
}

extension TextLanguage {
    var words: WhyWords {
        switch self {
        case .en: WhyWords(account: "You have an account here.", sent: "Sent: nothing stood in its way.", sentNow: "Sent at once: %.",
                           held: "Held until @ because %.", batched: "Part of a summary at @ because %.", mailed: "Sent by e-mail: %.",
                           shown: "In your feed only: %.", dropped: "Not sent: %.", and: " and ", since: " because ")
        case .fr: WhyWords(account: "Vous avez un compte ici.", sent: "Envoyé : rien ne s’y opposait.", sentNow: "Envoyé aussitôt : %.",
                           held: "Retenu jusqu’à @ : %.", batched: "Dans un résumé à @ : %.", mailed: "Envoyé par e-mail : %.",
                           shown: "Dans votre fil seulement : %.", dropped: "Non envoyé : %.", and: " ; ", since: " ; ")
        case .ar: WhyWords(account: "لديك حساب هنا.", sent: "أُرسل: لم يمنعه شيء.", sentNow: "أُرسل فورا: %.", held: "مؤجل حتى @: %.",
                           batched: "ضمن ملخص عند @: %.", mailed: "أُرسل بالبريد: %.", shown: "في صندوقك فقط: %.", dropped: "لم يُرسل: %.",
                           and: "؛ ", since: "؛ ")
        case .es: WhyWords(account: "Tienes una cuenta aquí.", sent: "Enviado: nada lo impedía.", sentNow: "Enviado enseguida: %.",
                           held: "Retenido hasta las @: %.", batched: "En un resumen a las @: %.", mailed: "Enviado por correo: %.",
                           shown: "Solo en tu bandeja: %.", dropped: "No enviado: %.", and: "; ", since: "; ")
        }
    }
}
