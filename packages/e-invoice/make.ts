import { completeData } from './data/complete.ts';
import { invoiceSchema, type InvoiceData } from './data/schema.ts';
import { fromData } from './model/from-data.ts';
import { MAX_PROBLEMS, type InvoiceProblem } from './problem.ts';
import { PROFILES, type EInvoiceProfile } from './profiles.ts';
import { checkRules } from './rules/check-rules.ts';
import { writeInvoice } from './write/write-invoice.ts';

/** Returns the XML of an invoice, or the problems of its data. Totals are computed. A total that is given must agree. */
export function makeInvoiceXml(
  data: InvoiceData,
  profile: EInvoiceProfile,
): { xml: string } | { problems: InvoiceProblem[] } {
  const read = invoiceSchema.safeParse(data);
  if (!read.success) return { problems: read.error.issues.slice(0, MAX_PROBLEMS).map(asProblem) };
  const completed = completeData(read.data);
  const { guideline, process } = PROFILES[profile];
  const invoice = fromData({ ...completed.data, process: completed.data.process ?? process }, guideline);
  const { xml, problems } = writeInvoice(invoice.document, profile);
  const all = [...completed.problems, ...problems, ...checkRules(invoice, profile)];
  return all.length === 0 ? { xml } : { problems: all.slice(0, MAX_PROBLEMS) };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Names the field as a path such as `lines[0].vat.rate`. */
const asProblem = ({ path, message }: Issue): InvoiceProblem => ({
  rule: 'XSD',
  field: path
    .map((one, index) => (typeof one === 'number' ? `[${one}]` : `${index === 0 ? '' : '.'}${String(one)}`))
    .join(''),
  term: null,
  message,
});
