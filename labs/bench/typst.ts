/** The templates of the benchmark in Typst's language. They print the same rows and amounts as the HTML. */
const HEAD = `#let data = json(bytes(sys.inputs.data))
#let money(amount) = {
  let cents = int(calc.round(amount * 100))
  let rest = str(calc.rem(cents, 100))
  "€" + str(calc.quo(cents, 100)) + "." + (if rest.len() < 2 { "0" }) + rest
}
#set table(stroke: (bottom: 0.5pt + luma(80%)))
`;

/** @see SMALL_INVOICE_TEMPLATE */
export const TYPST_SMALL_INVOICE = `${HEAD}
#set page(paper: "a4", margin: 25mm)
#set text(size: 10pt)
= Invoice #data.number
#data.customer.name \\ #data.customer.city
#table(columns: (1fr, auto, auto), [Item], [Quantity], [Amount],
  ..data.items.map(item => (item.title, str(item.quantity), money(item.amount))).flatten())
*Total #money(data.total)*`;

/** @see INVOICE */
export const TYPST_INVOICE = `${HEAD}
#set page(paper: "a4", margin: 10mm)
= Invoice #data.number
#data.customer.name
#table(columns: 6, ..data.items.enumerate().map(((index, item)) => (str(index), item.name, str(item.quantity),
  money(item.price), if item.note == "" { "-" } else { item.note }, data.customer.name)).flatten())
#money(data.total)`;

/** A table of numbered rows. */
export const TYPST_TABLE = `${HEAD}
#set page(paper: "a4", margin: 10mm)
#set text(size: 9pt)
= Report
#table(columns: (auto, 1fr, auto),
  ..data.rows.map(row => (str(row.number), "Item number " + str(row.number), str(row.amount) + ".00")).flatten())`;
