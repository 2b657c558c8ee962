import type { Meter } from '@platen/meter';
import { checkInvoiceXml } from './check.ts';
import { completeData } from './data/complete.ts';
import { readData } from './data/read.ts';
import type { InvoiceData } from './data/schema.ts';
import { fromData } from './model/from-data.ts';
import type { Group } from './model/group.ts';
import { listShown, type ShownInvoice } from './model/shown.ts';
import { MAX_PROBLEMS, type InvoiceProblem } from './problem.ts';
import { PROFILES, type EInvoiceProfile } from './profiles.ts';
import { checkRules } from './rules/check-rules.ts';
import { type Written, writeInvoice } from './write/write-invoice.ts';
import { MAX_XML_CHARACTERS } from './xml/limits.ts';
import { XmlTooLong } from './xml/size.ts';

/** Returns the XML of an invoice with what its pages must show, or the problems of its data. Totals are computed. A total that is given must agree. */
export async function makeInvoiceXml(
  data: InvoiceData,
  profile: EInvoiceProfile,
  meter: Meter,
): Promise<{ xml: string; shown: () => Promise<ShownInvoice> } | { problems: InvoiceProblem[] }> {
  const read = await readData(data, meter);
  if ('problems' in read) return read;
  const completed = await completeData(read.data, meter);
  const { guideline, process } = PROFILES[profile];
  const complete = { ...completed.data, process: completed.data.process ?? process };
  const invoice = await fromData(complete, guideline, meter);
  const written = await writeWithin(invoice.document, profile, meter);
  if (written === null) return { problems: [TOO_LONG] };
  const { xml, problems } = written;
  const all = [...completed.problems, ...problems, ...(await checkRules(invoice, profile, meter))];
  if (all.length > 0) return { problems: all.slice(0, MAX_PROBLEMS) };
  // The rules of the data name its fields best. Only the rules of XML prove that this XML is valid.
  const ofXml = await checkInvoiceXml(xml, profile, meter);
  if (ofXml.length === 0) return { xml, shown: () => listShown(invoice.document, meter) };
  return { problems: ofXml.map((one) => ({ ...one, field: written.fieldAt(one.field) })) };
}

const TOO_LONG: InvoiceProblem = {
  rule: 'XML',
  field: '',
  term: null,
  message: `The invoice makes more than ${MAX_XML_CHARACTERS} characters of XML.`,
};

/** Returns null for an invoice whose XML is too long. Less of it is made than is allowed. */
async function writeWithin(document: Group, profile: EInvoiceProfile, meter: Meter): Promise<Written | null> {
  try {
    return await writeInvoice(document, profile, meter);
  } catch (error) {
    if (error instanceof XmlTooLong) return null;
    throw error;
  }
}
