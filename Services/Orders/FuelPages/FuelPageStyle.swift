import OrdersFuelReceipts
import OrdersPages

/// What the pages of fuel orders look like besides the style of pages with boards.
package enum FuelPageStyle {
    package static let css = OrderPageStyle.css + FuelReceiptPage.css + """

        .map{display:block;width:100%;height:auto;max-height:80vh;border:1px solid #8a8079;border-radius:.5rem;
        background:#e8eef4;margin:0 0 1rem}
        .map .area{fill:#fbfaf8;stroke:#6b6259;stroke-width:4;fill-rule:evenodd}.map text{font-size:34px;fill:#1f1b18;paint-order:stroke;
        stroke:#fff;stroke-width:8px}.map .area-name{text-anchor:middle;fill:#5c534c}
        .map .way{stroke:#14509c;stroke-width:6;stroke-dasharray:18 12}
        .map .place circle,.map .urgent circle{fill:#7a1f2b;stroke:#fff;stroke-width:5}.map .urgent .ring{fill:none;stroke:#a3141e}
        .map .truck rect{fill:#14509c;stroke:#fff;stroke-width:5}
        .drivers{width:100%;border-collapse:collapse;margin:0 0 1rem}
        .drivers th,.drivers td{text-align:start;padding:.4rem .5rem .4rem 0;
        border-bottom:1px solid #c9c1ba;white-space:nowrap}
        .drivers caption{text-align:start;font-weight:700;font-size:1.2rem;padding:1rem 0 .25rem}
        .scroll{overflow-x:auto}.map .scale{stroke:#1f1b18;stroke-width:4;fill:none}
        .card .actions label{flex:1 1 8rem;min-width:0}.card select{width:100%}.late{color:#a3141e;font-weight:700}
        """
}
