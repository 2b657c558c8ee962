import type { OpenFeatures } from '../features/features.ts';
import { PdfTooLarge } from '../failures.ts';
import {
  type ByteSource,
  type FileKeys,
  type Finish,
  findInvoiceWarnings,
  finishDocument,
  type FinishOptions,
  makeKeys,
  type PageLabel,
  type PrintJob,
  type SheetOverlay,
} from '@platen/pdf';
import type { PrintedDocument } from './print-document.ts';
import { isTagged } from './print-parameters.ts';
import type { PrintRun } from './print-run.ts';
import { printNoticeSheet, printWatermarkSheet } from './watermark-sheet.ts';

/** Starts to make the keys while Chromium works. */
export function prepareKeys({ job }: PrintRun): Promise<FileKeys> | null {
  const encryption = job.finish?.encryption ?? null;
  const keys = encryption && makeKeys(encryption);
  // `finishPrint` awaits the keys, and reports the error.
  keys?.catch(() => {});
  return keys;
}

const NOTHING: FinishOptions = { metadata: null, attachments: [], watermark: null, encryption: null };

interface PrintTerms {
  readonly printed: PrintedDocument;
  readonly sheets: SheetOverlay | null;
  readonly keys: Promise<FileKeys> | null;
  readonly features: OpenFeatures;
  /** The texts of the document's headings. */
  readonly headings: readonly string[];
}

/** Finishes the printed PDF. @throws {PdfTooLarge | ImpossiblePdf} */
export async function finishPrint(run: PrintRun, terms: PrintTerms): Promise<ByteSource> {
  const pdf = await finish(run, terms).catch((error: unknown) => {
    throw terms.features.explain(error);
  });
  const { maxPdfBytes } = run.limits;
  if (pdf.sizeBytes > maxPdfBytes) throw new PdfTooLarge(`the PDF is over ${maxPdfBytes} bytes`);
  return pdf;
}

async function finish(
  run: PrintRun,
  { printed, sheets, keys, features, headings }: PrintTerms,
): Promise<ByteSource> {
  const { job } = run;
  const { document, pageNumbers, totalPages } = printed;
  const { watermark, ...others } = job.finish ?? NOTHING;
  const page = run.spare ?? run.page;
  const sheet = watermark && (await printWatermarkSheet(run, page, watermark));
  const notice = job.notice ? await printNoticeSheet(run, page, job.notice) : null;
  const pdf = await finishDocument(document, {
    finish: {
      ...others,
      watermark: watermark && sheet && { ...watermark, sheet },
      notice,
      mark: job.watermark,
      meter: run.meter,
      warn: (warning) => run.recorder.warnings.add(warning),
      inspect: inspectInvoice(run),
    },
    bands: sheets,
    isTagged: isTagged(job),
    isEmptied: pageNumbers.map((number) => printed.filledPages?.has(number) ?? false),
    pageNumbers,
    totalPages,
    labels: listLabels(printed, job),
    bookmarks: printed.bookmarks?.map((one) => ({ ...one, page: pageNumbers.indexOf(one.page) })) ?? null,
    headings,
    links: features.links(),
    keys: await keys,
  });
  sheets?.sheets.close?.();
  sheet?.close?.();
  notice?.close?.();
  return pdf;
}

/** Compares the finished pages with the invoice of the job, if it has one. */
function inspectInvoice({ job: { invoice }, meter, recorder }: PrintRun): Finish['inspect'] {
  if (!invoice) return null;
  return async (pdf) => {
    for (const warning of await findInvoiceWarnings(pdf, invoice, meter)) recorder.warnings.add(warning);
  };
}

/** Returns null if readers count the pages from 1, as the document does. */
function listLabels({ labels, pageNumbers }: PrintedDocument, job: PrintJob): PageLabel[] | null {
  const { firstPageNumber = 1 } = job;
  if (labels !== undefined) return pageNumbers.flatMap((number) => labels[number - 1] ?? []);
  if (firstPageNumber === 1) return null;
  return pageNumbers.map((index) => {
    const number = index + firstPageNumber - 1;
    return { number, text: `${number}`, style: 'decimal' };
  });
}
