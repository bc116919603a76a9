/// What pages of orders look like besides the common style: steps of a way, boards with lanes of cards.
package enum OrderPageStyle {
    package static let css = """
        .field label{margin-bottom:.25rem}.number{color:#5c534c;margin:0}.now{font-size:1.35rem;font-weight:700;margin:.5rem 0}
        .steps{list-style:none;margin:1.25rem 0;padding:0}
        .steps li{position:relative;padding:0 0 1rem;padding-inline-start:2rem;color:#5c534c}
        .steps li::before{content:"";position:absolute;inset-inline-start:0;top:.3rem;width:.9rem;height:.9rem;border:2px solid #8a8079;
        border-radius:50%;background:#fff}
        .steps li:not(:last-child)::after{content:"";position:absolute;inset-inline-start:.5rem;top:1.35rem;bottom:-.2rem;
        width:2px;background:#c9c1ba}
        .steps .done::before{background:#2f6b3a;border-color:#2f6b3a}.steps .done{color:#1f1b18}
        .steps [aria-current]{color:#1f1b18;font-weight:700}.steps [aria-current]::before{background:#7a1f2b;border-color:#7a1f2b}
        .hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        [hidden]{display:none}
        .bar{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:end;justify-content:space-between;margin:0 0 1rem}
        .bar label{display:block;font-weight:600}select{min-height:2.75rem;padding:.5rem .75rem;border:1px solid #8a8079;
        border-radius:.5rem;background:#fff;color:inherit;font:inherit;max-width:100%}
        .live{display:inline-flex;align-items:center;gap:.5rem;margin:0}
        .live::before{content:"";width:.7rem;height:.7rem;border-radius:50%;background:#a3141e}
        .live[data-on]::before{background:#2f6b3a}
        .lane{margin:0 0 1.5rem}.lane>ul{list-style:none;margin:0;padding:0;display:grid;gap:.75rem}
        .card{border:1px solid #8a8079;border-radius:.5rem;background:#fff;padding:.75rem 1rem}
        .card h3{margin:0;font-size:1.1rem;display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1rem}
        .card.new{border:2px solid #7a1f2b}.card ul{margin:.5rem 0;padding-inline-start:1.25rem}.card p{margin:.25rem 0}
        .card .actions{margin:.75rem 0 0}.card .hint{font-size:.95rem}
        .card fieldset{margin:.75rem 0 0}.card .alert{margin:.75rem 0 0}
        @media(min-width:60rem){main:has(.lanes){max-width:80rem}.lanes{display:grid;grid-template-columns:repeat(3,1fr);gap:1rem}}
        """
}
