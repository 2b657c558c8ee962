import { completeData } from './data/complete.ts';
import { invoiceSchema, type InvoiceData } from './data/schema.ts';
import { fromData } from './model/from-data.ts';
import { MAX_PROBLEMS, type InvoiceProblem } from './problem.ts';
import { PROFILES, type EInvoiceProfile } from './profiles.ts';
import { checkRules } from './rules/check-rules.ts';
import { STRUCTURES } from './structures.ts';
import { writeInvoice } from './write/write-invoice.ts';

/** The type codes that UBL writes as a credit note. */
const CREDIT_NOTES = new Set(['81', '83', '381', '396', '532']);

/** The XML of an invoice, or what is wrong with its data. Totals are computed; one that is given must agree. */
export function makeInvoiceXml(
  data: InvoiceData,
  profile: EInvoiceProfile,
): { xml: string } | { problems: InvoiceProblem[] } {
  const read = invoiceSchema.safeParse(data);
  if (!read.success) return { problems: read.error.issues.slice(0, MAX_PROBLEMS).map(asProblem) };
  const completed = completeData(read.data);
  const { guideline, process, syntax } = PROFILES[profile];
  const invoice = fromData({ ...completed.data, process: completed.data.process ?? process }, guideline);
  const { document } = invoice;
  const isCreditNote = CREDIT_NOTES.has(document.text('BT-3') ?? '');
  const ublRoot = isCreditNote ? 'cn:CreditNote' : 'ubl:Invoice';
  const root = syntax === 'cii' ? 'rsm:CrossIndustryInvoice' : ublRoot;
  const { xml, problems } = writeInvoice(document, STRUCTURES[profile], root, profile);
  const all = [...completed.problems, ...problems, ...checkRules(invoice, profile)];
  return all.length === 0 ? { xml } : { problems: all.slice(0, MAX_PROBLEMS) };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** `lines[0].vat.rate` */
const asProblem = ({ path, message }: Issue): InvoiceProblem => ({
  rule: 'XSD',
  field: path
    .map((one, index) => (typeof one === 'number' ? `[${one}]` : `${index === 0 ? '' : '.'}${String(one)}`))
    .join(''),
  term: null,
  message,
});
