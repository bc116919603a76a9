import NotificationPolicy

/// Results of reviews in sentences: `{document|document}` and `{application|application}` of templates.
enum ReviewWords {
    static let documents = SourceWords.CodedSentences([
        "verified": Phrase("Your identity is verified.", "Votre identité est vérifiée.", "تم التحقق من هويتك.",
                           "Tu identidad está verificada."),
        "document-mismatch": Phrase("The number does not match a document. Check it and send it again.",
                                    "Le numéro ne correspond à aucun document. Vérifiez-le et renvoyez-le.",
                                    "الرقم لا يطابق أي وثيقة. تحقق منه وأرسله من جديد.",
                                    "El número no corresponde a ningún documento. Revísalo y envíalo otra vez."),
        "identity-in-use": Phrase("Another account was verified with this document.",
                                  "Un autre compte a été vérifié avec ce document.", "تم التحقق من حساب آخر بهذه الوثيقة.",
                                  "Otra cuenta se verificó con este documento."),
    ], otherwise: Phrase("Your document was not accepted.", "Votre document n’a pas été accepté.", "لم تُقبل وثيقتك.",
                         "No aceptamos tu documento."))

    static let applications = SourceWords.CodedSentences([
        "identity-verified": Phrase("Your identity is verified and your application is approved.",
                                    "Votre identité est vérifiée et votre demande est acceptée.", "تم التحقق من هويتك وقبول طلبك.",
                                    "Tu identidad está verificada y tu solicitud está aprobada."),
        "identity-rejected": Phrase("Your identity could not be verified. Send your document again, then your application.",
                                    "Votre identité n’a pas pu être vérifiée. Renvoyez le document, puis la demande.",
                                    "تعذر التحقق من هويتك. أرسل وثيقتك ثم طلبك من جديد.",
                                    "No pudimos verificar tu identidad. Envía otra vez el documento y la solicitud."),
        "approve": Phrase("Your application is approved.", "Votre demande est acceptée.", "تم قبول طلبك.", "Tu solicitud está aprobada."),
        "reject": Phrase("Your application was rejected.", "Votre demande a été refusée.", "رُفض طلبك.", "Tu solicitud fue rechazada."),
        "request-changes": Phrase("Your application needs changes.", "Votre demande doit être modifiée.", "طلبك يحتاج إلى تعديلات.",
                                  "Tu solicitud necesita cambios."),
        "suspend": Phrase("Your organizer account is suspended.", "Votre compte d’organisateur est suspendu.", "تم إيقاف حسابك كمنظّم.",
                          "Tu cuenta de organizador está suspendida."),
        "reinstate": Phrase("Your organizer account is active again.", "Votre compte d’organisateur est de nouveau actif.",
                            "عاد حسابك كمنظّم نشطاً.", "Tu cuenta de organizador vuelve a estar activa."),
    ], otherwise: Phrase("There is news about your application.", "Il y a du nouveau sur votre demande.", "هناك جديد بشأن طلبك.",
                         "Hay novedades sobre tu solicitud."))
}
