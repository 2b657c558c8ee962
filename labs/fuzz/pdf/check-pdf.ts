import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { inspectDocument, type InspectedPdf } from '../../../test/support/pdf.ts';
import type { RandomDocument } from './random-document.ts';
import type { RandomOptions } from './random-options.ts';

/** Source: contract 6.2. */
const PAPER_TOLERANCE_MM = 0.3;

export interface PrintedCase {
  readonly document: RandomDocument;
  readonly expected: RandomOptions;
  /** The number of pages in the answer. */
  readonly pageCount: number;
  /** Pages of the document that were printed, by their numbers. Null is all of them. */
  readonly pages: readonly number[] | null;
  /** The pages of the whole document, also if only some of them are printed. */
  readonly totalPages: number;
}

/** Returns the problems of a PDF. The list is empty if there are none. */
export async function problemsOfPdf(bytes: Uint8Array, printed: PrintedCase): Promise<string[]> {
  const { userPassword } = printed.expected;
  const problems = userPassword === null ? [] : await problemsOfLock(bytes);
  return [...problems, ...(await open(bytes, userPassword, (pdf) => problemsOfContent(pdf, printed)))];
}

async function open<Result>(
  bytes: Uint8Array,
  password: string | null,
  read: (pdf: PDFDocumentProxy) => Promise<Result>,
): Promise<Result> {
  const loading = getDocument({
    // pdf.js takes ownership of the buffer, so it gets a copy.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    ...(password === null ? {} : { password }),
  });
  try {
    return await read(await loading.promise);
  } finally {
    await loading.destroy();
  }
}

const problemsOfLock = (bytes: Uint8Array): Promise<string[]> =>
  open(bytes, null, () => Promise.resolve(['it opens without its password'])).catch((error: Error) =>
    error.name === 'PasswordException' ? [] : [`without its password: ${error.message}`],
  );

async function problemsOfContent(pdf: PDFDocumentProxy, printed: PrintedCase): Promise<string[]> {
  const content = await inspectDocument(pdf);
  return [
    ...problemsOfPages(content, printed),
    ...problemsOfBands(content, printed),
    ...problemsOfText(content, printed),
    ...(await problemsOfFinish(pdf, content, printed)),
  ];
}

function problemsOfPages(
  { pages }: InspectedPdf,
  { expected, pageCount, pages: asked }: PrintedCase,
): string[] {
  const counted =
    pages.length === pageCount ? [] : [`${pages.length} pages, and the answer says ${pageCount}`];
  const chosen =
    asked === null || asked.length === pages.length ? [] : [`${pages.length} pages of ${asked.length}`];
  const { widthMm, heightMm } = expected;
  const isOff = (is: number, wanted: number) => Math.abs(is - wanted) > PAPER_TOLERANCE_MM;
  const wrong = pages.findIndex(
    (page) => isOff(page.widthMm, widthMm) || (heightMm !== null && isOff(page.heightMm, heightMm)),
  );
  const page = pages[wrong];
  const sizes =
    page === undefined
      ? []
      : [`page ${wrong + 1} has ${page.widthMm} × ${page.heightMm} mm, not ${widthMm} × ${heightMm}`];
  return [...counted, ...chosen, ...sizes];
}

const withoutSpace = (text: string): string => text.replaceAll(/\s/g, '');

function problemsOfBands(
  { pages }: InspectedPdf,
  { expected, pages: asked, totalPages }: PrintedCase,
): string[] {
  return (['header', 'footer'] as const).flatMap((name) => {
    const text = expected[name];
    if (text === null) return [];
    return pages.flatMap((page, index) => {
      const number = asked?.[index] ?? index + 1;
      const isThere = withoutSpace(page.text).includes(`${text}${number}of${totalPages}end`);
      const isExpected = number > 1 || !expected.skipsFirst[name];
      if (isThere === isExpected) return [];
      return [
        `page ${number} of ${totalPages} has ${isThere ? 'a' : 'no'} ${name}: ${page.text.slice(0, 200)}`,
      ];
    });
  });
}

/** So many letters of a word are its own. Chromium cuts off what is wider than the content area (`docs/printing.md`). */
const OWN_LETTERS = 4;

/** With a part of the pages, some of the words are on the others. */
function problemsOfText({ text }: InspectedPdf, { document, pages }: PrintedCase): string[] {
  if (pages !== null) return [];
  const all = withoutSpace(text);
  const missing = document.words.filter((word) => !all.includes(word.slice(0, OWN_LETTERS)));
  return missing.length === 0 ? [] : [`the words ${missing.join(', ')} are missing`];
}

async function problemsOfFinish(
  pdf: PDFDocumentProxy,
  { pages }: InspectedPdf,
  { expected }: PrintedCase,
): Promise<string[]> {
  const { watermark, title, attachments } = expected;
  const unmarked =
    watermark === null ? -1 : pages.findIndex((page) => !withoutSpace(page.text).includes(watermark));
  const { info } = await pdf.getMetadata();
  const isTitled = title === null || (info as { Title?: string }).Title === title;
  const names = [...((await pdf.getAttachments())?.keys() ?? [])].toSorted();
  return [
    ...(unmarked === -1 ? [] : [`page ${unmarked + 1} has no watermark`]),
    ...(isTitled ? [] : [`the title is ${(info as { Title?: string }).Title}`]),
    ...(String(names) === String(attachments.toSorted()) ? [] : [`the attachments are ${names.join(', ')}`]),
  ];
}
