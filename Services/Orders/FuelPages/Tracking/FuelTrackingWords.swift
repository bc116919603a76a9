/// What the tracking page says.
package struct FuelTrackingWords: Sendable {
    let code, title, needsScript, login, password, signIn, signOut, choose, order, progress, window, asap, promised, vehicle, place,
        held, charged, driver, truck, arrives, minutes, distance, mapTitle, carHere, driverHere, noDriver, stale, receipt, done: String
    /// Status → the step of the way.
    let stages: [String: String]
    /// Slug of a failure → sentence.
    let failures: [String: String]
    /// Name → sentence, for the script.
    let sentences: [String: String]

    package static func of(_ language: String) -> FuelTrackingWords { language == "es" ? spanish : english }

    private static let english = FuelTrackingWords(
        code: "en", title: "Follow your order", needsScript: "This page needs JavaScript.", login: "E-mail or phone", password: "Password",
        signIn: "Sign in", signOut: "Sign out", choose: "Order", order: "Order", progress: "Progress", window: "Window",
        asap: "As soon as possible", promised: "Promised by", vehicle: "Vehicle", place: "Place", held: "Held on your card",
        charged: "Charged", driver: "Driver", truck: "truck", arrives: "Expected at", minutes: "min", distance: "away",
        mapTitle: "Map of your order", carHere: "Your car is marked with a circle.", driverHere: "Your driver is marked with a square,",
        noDriver: "No driver is on the way yet.", stale: "The last position is older than a minute.", receipt: "Show the receipt",
        done: "done",
        stages: ["pending": "Waiting for the payment", "scheduled": "Scheduled", "assigned": "Driver assigned", "en_route": "On the way",
                 "arrived": "Driver has arrived", "fueling": "Fueling", "completed": "Completed", "cancelled": "Cancelled",
                 "failed": "Not delivered"],
        failures: ["payment-timeout": "The card was not authorized in time.",
                   "window-full": "The window was taken before the card answered.",
                   "not-served": "No driver came in time. You were not charged.", "customer-absent": "Nobody was at the car.",
                   "vehicle-inaccessible": "The car could not be reached.", "wrong-vehicle": "Another car stood at the place.",
                   "unsafe-location": "The place was not safe for fueling.", "not-servable": "The order could not be served."],
        sentences: ["offline": "Not connected", "online": "Live", "failed": "No connection. Try again.",
                    "nobody": "You have no orders yet.", "over": "The session has ended. Sign in again."])
    private static let spanish = FuelTrackingWords(
        code: "es", title: "Siga su pedido", needsScript: "Esta página necesita JavaScript.", login: "Correo o teléfono",
        password: "Contraseña", signIn: "Iniciar sesión", signOut: "Cerrar sesión", choose: "Pedido", order: "Pedido",
        progress: "Progreso",
        window: "Franja", asap: "Lo antes posible", promised: "Prometido antes de", vehicle: "Vehículo", place: "Lugar",
        held: "Retenido en su tarjeta", charged: "Cobrado", driver: "Conductor", truck: "camión", arrives: "Llegada prevista",
        minutes: "min", distance: "de distancia", mapTitle: "Mapa de su pedido", carHere: "Su coche está marcado con un círculo.",
        driverHere: "Su conductor está marcado con un cuadrado,", noDriver: "Todavía no hay un conductor en camino.",
        stale: "La última posición tiene más de un minuto.", receipt: "Mostrar el recibo", done: "hecho",
        stages: ["pending": "Esperando el pago", "scheduled": "Programado", "assigned": "Conductor asignado", "en_route": "En camino",
                 "arrived": "El conductor ha llegado", "fueling": "Repostando", "completed": "Completado", "cancelled": "Cancelado",
                 "failed": "No entregado"],
        failures: ["payment-timeout": "La tarjeta no se autorizó a tiempo.",
                   "window-full": "La franja se ocupó antes de que respondiera la tarjeta.",
                   "not-served": "Ningún conductor llegó a tiempo. No se le ha cobrado.",
                   "customer-absent": "No había nadie junto al coche.",
                   "vehicle-inaccessible": "No se pudo llegar al coche.", "wrong-vehicle": "En el lugar había otro coche.",
                   "unsafe-location": "El lugar no era seguro para repostar.", "not-servable": "El pedido no se pudo atender."],
        sentences: ["offline": "Sin conexión", "online": "En directo", "failed": "Sin conexión. Inténtelo de nuevo.",
                    "nobody": "Todavía no tiene pedidos.", "over": "La sesión ha terminado. Inicie sesión de nuevo."])
}
