import Kernel

/// What pages say, in one language.
struct PageWords: Sendable {
    let code: String
    let calendar: CalendarWords

    let bookTitle, work, length, zone, place, depositLabel, policyTitle, chooseTime, noTimes, previousWeek, nextWeek, hold, detailsTitle: String
    let heldUntil, name, email, phone, phoneHint, notes, notesHint, book, otherTime, waitTitle, waitHint, from, to, wait, waiting: String
    let errorsTitle, slotGone, chooseOne, appointmentTitle, when, status, cancel, reschedule, addToCalendar, pay, cancelTitle, cancelReason, cancelNow: String
    let back, rescheduleTitle, moveHere, tooLate, notNow, notFoundTitle, notFound, usedTitle, used, expiredTitle, expired, revokedTitle, revoked: String
    let tooManyMoves, sameTime, alreadyWaiting, waitlistFull, document: String
    let statuses: [String: String]
    let problems: [String: String]

    static func of(_ language: String) -> PageWords { CalendarWords(language: language) == .en ? english : spanish }

    func policy(cancel: String, reschedule: String, left: Int) -> String {
        code == "es" ? "Podés cancelar hasta el \(cancel) y cambiar el horario hasta el \(reschedule) (cambios disponibles: \(left))."
            : "You can cancel until \(cancel) and reschedule until \(reschedule) (changes left: \(left))."
    }
    func generalPolicy(cancelMinutes: Int, rescheduleMinutes: Int, moves: Int) -> String {
        let (cancel, move) = (CalendarWords.length(cancelMinutes), CalendarWords.length(rescheduleMinutes))
        return code == "es" ? "Podés cancelar hasta \(cancel) antes y cambiar el horario hasta \(move) antes, como máximo \(moves) veces."
            : "You can cancel up to \(cancel) before and reschedule up to \(move) before, at most \(moves) times."
    }
    func position(_ number: Int) -> String {
        code == "es" ? "Estás en lista de espera. Tu posición: \(number)." : "You are on the waiting list. Your position: \(number)."
    }
    func documentHint(_ kind: IdentityDocument.Kind) -> String {
        switch kind {
        case .ar: code == "es" ? "7 u 8 números, por ejemplo 32456789." : "7 or 8 digits, for example 32456789."
        case .es: code == "es" ? "DNI o NIE con su letra, por ejemplo 12345678Z." : "DNI or NIE with its letter, for example 12345678Z."
        case .none: ""
        }
    }
    /// What is wrong with a field, as a sentence for whoever filled it in.
    func problem(_ field: String) -> String { problems[field] ?? problems["other"] ?? field }
    func statusText(_ appointment: Appointment) -> String { statuses[appointment.status.name] ?? appointment.status.name }
    var photoTitle: String { code == "es" ? "Fotos de referencia" : "Reference pictures" }
    var photoLabel: String { code == "es" ? "Agregar una foto (JPEG, PNG o WebP, hasta 5 MB)" : "Add a picture (JPEG, PNG or WebP, up to 5 MB)" }
    var photoSend: String { code == "es" ? "Subir foto" : "Upload picture" }
    func photoText(_ number: Int) -> String { code == "es" ? "Foto \(number)" : "Picture \(number)" }
    func photoProblem(_ slug: String) -> String {
        switch slug {
        case "too-many-photos": code == "es" ? "Ya hay seis fotos." : "There are six pictures already."
        case "unsupported-image": code == "es" ? "Mandá una imagen JPEG, PNG o WebP." : "Send a JPEG, PNG or WebP image."
        case "invalid-image": code == "es" ? "No pudimos leer la imagen." : "The image could not be read."
        default: notNow
        }
    }
    func summary(with artist: String) -> String { code == "es" ? "Reservá tu turno con \(artist)" : "Book your appointment with \(artist)" }
}

extension PageWords {
    static let spanish = PageWords(
        code: "es", calendar: .es, bookTitle: "Reservá tu turno", work: "Trabajo", length: "Duración", zone: "Huso horario", place: "Lugar",
        depositLabel: "Seña", policyTitle: "Cancelaciones y cambios", chooseTime: "Elegí un horario", noTimes: "Sin horarios libres.",
        previousWeek: "← Semana anterior", nextWeek: "Semana siguiente →", hold: "Continuar con este horario", detailsTitle: "Tus datos",
        heldUntil: "Te guardamos este horario hasta las", name: "Nombre y apellido", email: "Correo electrónico", phone: "Teléfono (opcional)",
        phoneHint: "Para avisarte por mensaje de texto.", notes: "Notas (opcional)", notesHint: "Algo que debamos saber.", book: "Confirmar turno",
        otherTime: "Elegir otro horario", waitTitle: "¿Ningún horario te sirve?",
        waitHint: "Anotate en la lista de espera: si se libera un turno, te escribimos.", from: "Desde", to: "Hasta", wait: "Anotarme en la lista de espera",
        waiting: "en lista de espera", errorsTitle: "Revisá estos datos", slotGone: "Ese horario ya no está disponible. Elegí otro.",
        chooseOne: "Elegí un horario de la lista.", appointmentTitle: "Tu turno", when: "Fecha y hora", status: "Estado", cancel: "Cancelar turno",
        reschedule: "Cambiar horario", addToCalendar: "Agregar al calendario (.ics)", pay: "Pagar la seña", cancelTitle: "Cancelar tu turno",
        cancelReason: "Motivo (opcional)", cancelNow: "Sí, cancelar el turno", back: "Volver", rescheduleTitle: "Cambiar el horario", moveHere: "Cambiar a este horario",
        tooLate: "Ya pasó el plazo para hacer este cambio.", notNow: "Este turno ya no se puede cambiar.", notFoundTitle: "No encontramos esta página",
        notFound: "Revisá que la dirección esté completa.", usedTitle: "Este enlace ya se usó", used: "El turno ya fue reservado. Mirá tu correo para ver los detalles.",
        expiredTitle: "Este enlace venció", expired: "Pedí un enlace nuevo para reservar.", revokedTitle: "Este enlace fue anulado",
        revoked: "Pedí un enlace nuevo para reservar.", tooManyMoves: "Ya cambiaste el horario todas las veces permitidas.", sameTime: "El turno ya está en ese horario.",
        alreadyWaiting: "Ya estás en la lista de espera.", waitlistFull: "La lista de espera está completa.", document: "Documento (DNI)",
        statuses: ["pending": "Falta pagar la seña", "confirmed": "Confirmado", "completed": "Realizado", "cancelled": "Cancelado", "no_show": "Ausente"],
        problems: ["clientName": "Escribí tu nombre y apellido (2 a 100 caracteres).", "clientEmail": "Escribí un correo electrónico válido.",
                   "clientDni": "Escribí un número de documento válido.", "clientPhone": "Escribí un teléfono válido o dejalo vacío.",
                   "notes": "Las notas pueden tener hasta 500 caracteres.", "from": "Elegí una fecha válida.", "to": "Elegí una fecha de fin válida, dentro del plazo de reserva.",
                   "startsAt": "Elegí un horario de la lista.", "reason": "El motivo puede tener hasta 500 caracteres.", "other": "Revisá este dato."])

    static let english = PageWords(
        code: "en", calendar: .en, bookTitle: "Book your appointment", work: "Work", length: "Duration", zone: "Time zone", place: "Place",
        depositLabel: "Deposit", policyTitle: "Cancelling and rescheduling", chooseTime: "Choose a time", noTimes: "No free times.",
        previousWeek: "← Previous week", nextWeek: "Next week →", hold: "Continue with this time", detailsTitle: "Your details",
        heldUntil: "We keep this time for you until", name: "Full name", email: "E-mail", phone: "Phone (optional)",
        phoneHint: "To send you a text message.", notes: "Notes (optional)", notesHint: "Anything we should know.", book: "Confirm appointment",
        otherTime: "Choose another time", waitTitle: "No time suits you?", waitHint: "Join the waiting list: if a time gets free, we write to you.",
        from: "From", to: "To", wait: "Join the waiting list", waiting: "on the waiting list", errorsTitle: "Please check these details",
        slotGone: "That time is not available any more. Choose another.", chooseOne: "Choose a time from the list.", appointmentTitle: "Your appointment",
        when: "Date and time", status: "Status", cancel: "Cancel appointment", reschedule: "Reschedule", addToCalendar: "Add to calendar (.ics)",
        pay: "Pay the deposit", cancelTitle: "Cancel your appointment", cancelReason: "Reason (optional)", cancelNow: "Yes, cancel the appointment", back: "Back",
        rescheduleTitle: "Reschedule", moveHere: "Move to this time", tooLate: "The time for this change is over.", notNow: "This appointment cannot be changed any more.",
        notFoundTitle: "We cannot find this page", notFound: "Check that the address is complete.", usedTitle: "This link has been used",
        used: "The appointment is booked. Your e-mail has the details.", expiredTitle: "This link has expired", expired: "Ask for a new link to book.",
        revokedTitle: "This link was withdrawn", revoked: "Ask for a new link to book.", tooManyMoves: "You have moved the appointment as often as possible.",
        sameTime: "The appointment is at that time already.", alreadyWaiting: "You are on the waiting list already.", waitlistFull: "The waiting list is full.",
        document: "Identity number (DNI)",
        statuses: ["pending": "Deposit is due", "confirmed": "Confirmed", "completed": "Completed", "cancelled": "Cancelled", "no_show": "Missed"],
        problems: ["clientName": "Enter your full name (2 to 100 characters).", "clientEmail": "Enter a valid e-mail address.",
                   "clientDni": "Enter a valid identity number.", "clientPhone": "Enter a valid phone number or leave it empty.",
                   "notes": "Notes may have up to 500 characters.", "from": "Choose a valid date.", "to": "Choose a valid last date that can be booked.",
                   "startsAt": "Choose a time from the list.", "reason": "The reason may have up to 500 characters.", "other": "Check this field."])
}
