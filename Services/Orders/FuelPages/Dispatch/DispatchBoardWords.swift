/// What the dispatch board says.
package struct DispatchBoardWords: Sendable {
    let code, title, needsScript, login, password, signIn, signOut, empty, order, driver, choose, assign, release, fail, why, confirm,
        mapTitle, drivers, noDrivers, noneWithFuel, truck, area, fuels, jobs, seen, never, asap, until, late, shown: String
    let lanes: [DispatchBoard.Lane: String]
    let stages: [String: String]
    let flags: [String: String]
    /// Name → sentence, for the script.
    let sentences: [String: String]

    package static func of(_ language: String) -> DispatchBoardWords { language == "es" ? spanish : english }

    private static let english = DispatchBoardWords(
        code: "en", title: "Dispatch", needsScript: "This page needs JavaScript.", login: "E-mail or phone", password: "Password",
        signIn: "Sign in", signOut: "Sign out", empty: "No orders", order: "Order", driver: "Driver", choose: "Choose a driver",
        assign: "Assign", release: "Release", fail: "Not servable", why: "Reason", confirm: "Confirm", mapTitle: "Map of orders and trucks",
        drivers: "Drivers on shift", noDrivers: "No driver is on shift.",
        noneWithFuel: "No truck on shift carries this fuel.", truck: "Truck", area: "Area", fuels: "Fuels", jobs: "Jobs",
        seen: "Seen", never: "not yet", asap: "ASAP", until: "by", late: "Needs a driver now", shown: "Orders shown",
        lanes: [.waiting: "Waiting", .assigned: "Assigned", .active: "Under way"],
        stages: ["pending": "Waiting for the payment", "scheduled": "Scheduled", "assigned": "Assigned", "en_route": "On the way",
                 "arrived": "Arrived", "fueling": "Fueling"],
        flags: ["over_cap": "More delivered than the cap pays for", "arrival_override": "Arrival without a position"],
        sentences: ["offline": "Not connected", "online": "Live", "failed": "No connection. Try again.",
                    "over": "The session has ended. Sign in again.", "changed": "Order changed:"])
    private static let spanish = DispatchBoardWords(
        code: "es", title: "Despacho", needsScript: "Esta página necesita JavaScript.", login: "Correo o teléfono",
        password: "Contraseña", signIn: "Iniciar sesión", signOut: "Cerrar sesión", empty: "Sin pedidos", order: "Pedido",
        driver: "Conductor", choose: "Elija un conductor", assign: "Asignar", release: "Liberar", fail: "No se puede atender",
        why: "Motivo", confirm: "Confirmar", mapTitle: "Mapa de pedidos y camiones", drivers: "Conductores de turno",
        noDrivers: "Ningún conductor está de turno.", noneWithFuel: "Ningún camión de turno lleva este combustible.",
        truck: "Camión", area: "Zona", fuels: "Combustibles", jobs: "Trabajos",
        seen: "Visto", never: "todavía no", asap: "Lo antes posible", until: "antes de", late: "Necesita un conductor ahora",
        shown: "Pedidos mostrados",
        lanes: [.waiting: "En espera", .assigned: "Asignados", .active: "En curso"],
        stages: ["pending": "Esperando el pago", "scheduled": "Programado", "assigned": "Asignado", "en_route": "En camino",
                 "arrived": "Ha llegado", "fueling": "Repostando"],
        flags: ["over_cap": "Entregado más de lo que cubre el límite", "arrival_override": "Llegada sin posición"],
        sentences: ["offline": "Sin conexión", "online": "En directo", "failed": "Sin conexión. Inténtelo de nuevo.",
                    "over": "La sesión ha terminado. Inicie sesión de nuevo.", "changed": "Pedido cambiado:"])
}
