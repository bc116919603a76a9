import Contracts
import Kernel
import Messaging
import OrdersFuel
import OrdersFuelReceipts
import OrdersKit
import OrdersPages
import ServiceKit

/// The receipt of an order, for its customer and for staff: JSON, a page that prints, or a sheet of PDF, as the caller accepts.
package struct ShowFuelReceipt: Query {
    package static let type: MessageType = "orders.show-fuel-receipt.v1"
    package let orderId: OrderID

    package func answer(in view: OrdersView) throws -> ShownReceipt {
        let receipt = try view.receipt(of: orderId)
        let form = AnswerForm.chosen(view.context.accept, among: ["application/pdf", "text/html"])
        if form == "application/pdf" { return .sheet(try view.sheet(of: receipt)) }
        return .page(try NegotiatedPage(FuelReceiptPresenter(receipt).json, in: view) {
            FuelReceiptPage(receipt, words: .of(PageLanguage.of(view, nil)), zone: try TimeZoneRules.named(view.definition.timezone),
                            style: FuelPageStyle.css).markup
        })
    }
}

/// The same as a file, for browsers and printers that open an address.
package struct PrintFuelReceipt: Query {
    package static let type: MessageType = "orders.print-fuel-receipt.v1"
    package let orderId: OrderID

    package func answer(in view: OrdersView) throws -> Binary { try view.sheet(of: view.receipt(of: orderId)) }
}

/// A receipt in the form that was asked for.
package enum ShownReceipt: AnswerShape, Sendable {
    case page(NegotiatedPage)
    case sheet(Binary)

    package func reply() throws -> Reply {
        switch self {
        case .page(let page): try page.reply()
        case .sheet(let sheet): try sheet.reply()
        }
    }
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .page(let page): try page.encode(to: encoder)
        case .sheet(let sheet): try sheet.encode(to: encoder)
        }
    }
}

extension OrdersView {
    /// Throws 404 for an order that the caller may not see, `receipt-not-ready` before money came.
    fileprivate func receipt(of id: OrderID) throws -> FuelReceipt {
        let order = try readableFuelOrder(id)
        guard let receipt = try fuelReceiptRows.find(order.id) else {
            throw Rejection.conflict("receipt-not-ready", "This order has no receipt: nothing was charged for it.")
        }
        return receipt
    }
    fileprivate func sheet(of receipt: FuelReceipt) throws -> Binary {
        let sheet = FuelReceiptSheet(receipt, words: .of(PageLanguage.of(self, nil)), zone: try TimeZoneRules.named(definition.timezone))
        return Binary(sheet.pdf, contentType: "application/pdf", cacheControl: "private, no-store", fileName: "\(receipt.number).pdf")
    }
}
