extension PageWords {
    /// Arrows point where the reader goes: back is to the right.
    static let arabic = PageWords(
        calendar: .ar, summary: "احجز موعدك مع {provider}", length: "المدة", zone: "المنطقة الزمنية", place: "المكان",
        depositLabel: "العربون", policyTitle: "الإلغاء والتغيير",
        generalPolicy: "يمكنك الإلغاء حتى {cancel} قبل الموعد وتغييره حتى {move} قبله (التغييرات المسموح بها: {moves}).",
        chooseTime: "اختر وقتًا", noTimes: "لا توجد أوقات متاحة.",
        timesOf: "عرض أوقات {day}",
        previousWeek: "→ الأسبوع السابق", nextWeek: "الأسبوع التالي ←",
        hold: "المتابعة بهذا الوقت",
        waitTitle: "لا يناسبك أي وقت؟", waitHint: "انضم إلى قائمة الانتظار: إذا توفر موعد فسنراسلك.", from: "من", to: "إلى",
        wait: "الانضمام إلى قائمة الانتظار", waiting: "في قائمة الانتظار", position: "أنت في قائمة الانتظار. ترتيبك: {number}.",
        detailsTitle: "بياناتك", heldUntil: "نحتفظ لك بهذا الوقت حتى",
        heldUntilDay: "نحتفظ لك بهذا الوقت حتى", name: "الاسم الكامل", email: "البريد الإلكتروني",
        document: "رقم الهوية (DNI)",
        phone: "الهاتف (اختياري)", phoneHint: "لإعلامك برسالة نصية.", notes: "ملاحظات (اختياري)", notesHint: "ما ينبغي أن نعرفه.",
        book: "تأكيد الموعد", otherTime: "اختيار وقت آخر",
        appointmentTitle: "موعدك", when: "التاريخ والوقت", status: "الحالة",
        policy: "يمكنك الإلغاء حتى {cancel} وتغيير الموعد حتى {move} (التغييرات المتبقية: {left}).",
        cancel: "إلغاء الموعد", reschedule: "تغيير الموعد", addToCalendar: "أضف إلى التقويم (.ics)", pay: "دفع العربون",
        cancelTitle: "إلغاء موعدك",
        cancelReason: "السبب (اختياري)", cancelNow: "نعم، إلغاء الموعد", back: "رجوع", rescheduleTitle: "تغيير الموعد",
        moveHere: "الانتقال إلى هذا الوقت", payUntil: "ادفع قبل",
        pendingPolicy: """
            يُؤكَّد الحجز بعد دفع العربون. إن لم يُدفع قبل {due} يصبح الوقت متاحًا لغيرك. يمكنك الإلغاء في أي وقت؛ ويمكن تغيير الموعد بعد \
            تأكيده.
            """,
        reasonLabel: "السبب",
        reasons: ["deposit-expired": "لم يصل العربون في الوقت المحدد.", AppointmentLife.providerErased: "لم يعد هذا التقويم موجودًا."],
        depositStatuses: [
            "preparing": "قيد الإعداد", "due": "بانتظار الدفع", "paid": "مدفوع", "refunding": "الاسترداد في الطريق",
            "refunded": "أُعيد", "refund_failed": "تعذر رد العربون؛ سنتواصل معك", "canceled": "لم يُحصَّل",
        ],
        photoTitle: "صور مرجعية", photoLabel: "إضافة صورة (JPEG أو PNG أو WebP، حتى 5 ميغابايت)", photoSend: "رفع الصورة",
        photoText: "صورة {number}",
        errorsTitle: "يرجى مراجعة هذه البيانات", slotGone: "هذا الوقت لم يعد متاحًا. اختر وقتًا آخر.", tooLate: "انتهت مهلة هذا التغيير.",
        notNow: "لم يعد من الممكن تغيير هذا الموعد.", tooManyMoves: "غيّرت الموعد بعدد المرات المسموح به.",
        sameTime: "الموعد في هذا الوقت بالفعل.", alreadyWaiting: "أنت في قائمة الانتظار بالفعل.", waitlistFull: "قائمة الانتظار ممتلئة.",
        notFoundTitle: "لم نجد هذه الصفحة", notFound: "تأكد من أن العنوان كامل.", usedTitle: "هذا الرابط مستخدم",
        used: "تم حجز الموعد. التفاصيل في بريدك الإلكتروني.",
        expiredTitle: "انتهت صلاحية هذا الرابط", expired: "اطلب رابطًا جديدًا للحجز.", revokedTitle: "أُلغي هذا الرابط",
        revoked: "اطلب رابطًا جديدًا للحجز.",
        statuses: ["pending": "بانتظار العربون", "confirmed": "مؤكد", "completed": "تم", "cancelled": "ملغى", "no_show": "لم يحضر"],
        problems: [
            "customerName": "اكتب اسمك الكامل (من 2 إلى 100 حرف).", "customerEmail": "اكتب بريدًا إلكترونيًا صحيحًا.",
            "customerDocument": "اكتب رقم هوية صحيحًا.",
            "customerPhone": "اكتب رقم هاتف صحيحًا أو اتركه فارغًا.", "notes": "الملاحظات حتى 500 حرف.", "from": "اختر تاريخًا صحيحًا.",
            "to": "اختر تاريخ نهاية صحيحًا ضمن مدة الحجز.", "startsAt": "اختر وقتًا من القائمة.", "reason": "السبب حتى 500 حرف.",
            "other": "راجع هذا الحقل.",
        ],
        photoProblems: ["too-many-photos": "توجد ست صور بالفعل.", "unsupported-image": "أرسل صورة JPEG أو PNG أو WebP.",
                        "invalid-image": "تعذرت قراءة الصورة."],
        documentHints: [.ar: "7 أو 8 أرقام، مثل 32456789.", .es: "رقم DNI أو NIE مع حرفه، مثل 12345678Z."])
}
