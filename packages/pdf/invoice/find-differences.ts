import { MemoryLimitExceeded, type Meter, WorkLimitExceeded } from '@platen/meter';
import type { ByteSource } from '../file/byte-source.ts';
import { PdfReader } from '../file/reader.ts';
import type { PrintedInvoice } from '../options/printed-invoice.ts';
import type { RenderWarning } from '../options/render-warning.ts';
import type { InvoiceDifference } from './compare.ts';

const INVOICE_DIFFERS = 'INVOICE_DIFFERS';

/** The texts of the pages are read once, and searched for each value. */
const BASE_WORK = 500_000_000;
const WORK_PER_BYTE = 2_000;

/** The maximum of memory for the texts of the pages. */
const MAX_HELD_BYTES = 100_000_000;

/** Reads the pages of a finished PDF, and returns a warning for each value of its invoice that they do not show. */
export async function findInvoiceWarnings(
  pdf: ByteSource,
  invoice: PrintedInvoice,
  whole: Meter,
): Promise<RenderWarning[]> {
  const maxWork = BASE_WORK + WORK_PER_BYTE * pdf.sizeBytes;
  const meter = whole.part({ maxWork, maxHeldBytes: MAX_HELD_BYTES });
  try {
    return await compare(pdf, invoice, meter);
  } catch (error) {
    const isOfPdf = error instanceof MemoryLimitExceeded || meter.work > maxWork;
    if (!(isOfPdf && (error instanceof WorkLimitExceeded || error instanceof MemoryLimitExceeded)))
      throw error;
    return [toWarning('The pages are too long to be compared with the invoice.')];
  }
}

/** Returns those of some warnings that {@link findInvoiceWarnings} has found. */
export const findDifferences = (warnings: readonly RenderWarning[]): RenderWarning[] =>
  warnings.filter(({ code }) => code === INVOICE_DIFFERS);

/** Returns the details of a fault for each difference among warnings. */
export const listDifferences = (warnings: readonly RenderWarning[]): string[] =>
  findDifferences(warnings).map(({ field, message }) => `${field ?? ''}: ${message}`);

async function compare(pdf: ByteSource, invoice: PrintedInvoice, meter: Meter): Promise<RenderWarning[]> {
  // Most PDFs have no invoice, so this is loaded at first use.
  const [{ readPageTexts }, { compareInvoice }] = await Promise.all([
    import('../file/page-texts.ts'),
    import('./compare.ts'),
  ]);
  const { texts, heldBytes } = await readPageTexts(await PdfReader.open(pdf, meter), meter);
  try {
    if (texts.length === 0)
      return [
        toWarning('The pages have no text that can be read, so the invoice was not compared with them.'),
      ];
    return (await compareInvoice(texts, invoice, meter)).map(describe);
  } finally {
    meter.release(heldBytes);
  }
}

function describe({ value: { field, term, value }, found }: InvoiceDifference): RenderWarning {
  const what = `The invoice has "${value.slice(0, 100)}" (${term})`;
  return found === null
    ? toWarning(`${what}, and the pages do not show it.`, field)
    : toWarning(`${what}, and page ${found.page} shows "${found.text}".`, field);
}

const toWarning = (message: string, field = 'options.eInvoice'): RenderWarning => ({
  code: INVOICE_DIFFERS,
  message,
  field,
});
