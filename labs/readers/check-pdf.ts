import { opensInPdfJs, pixelsInPdfJs } from './pdfjs.ts';
import { expectSuccess, type Problems, run, runToHash } from './tools.ts';

/** The properties that a finished PDF must have, compared with the one before. */
export interface Expected {
  /** It is null if the PDF is not encrypted. */
  readonly password: string | null;
  readonly title: string | null;
  readonly attachments: number;
  /** False with a watermark. */
  readonly looksTheSame: boolean;
}

/** The content of a PDF, as all readers see it. */
export interface Seen {
  readonly pages: number;
  readonly images: number;
  readonly attachments: number;
  readonly title: string;
  /** A digest of the pixels of all pages, as poppler draws them. */
  readonly pixels: string;
  /** A digest of the pixels of some pages, as pdf.js draws them. */
  readonly pixelsInPdfJs: string;
}

const DOTS_PER_INCH = '36';

const withPassword = (password: string | null): string[] => (password === null ? [] : ['-upw', password]);

/** @throws {Error} poppler or pdf.js does not draw it */
export async function look(path: string, password: string | null): Promise<Seen> {
  const as = withPassword(password);
  const [info, images, attached, pixels, inPdfJs] = await Promise.all([
    run('pdfinfo', [...as, path]),
    run('pdfimages', ['-list', ...as, path]),
    run('pdfdetach', ['-list', ...as, path]),
    runToHash('pdftoppm', ['-r', DOTS_PER_INCH, ...as, path]),
    pixelsInPdfJs(path, password),
  ]);
  return {
    pages: Number(/^Pages:\s+(\d+)/m.exec(info.output)?.[1]),
    // Two lines of headings.
    images: images.output.trim().split('\n').length - 2,
    attachments: Number(/^(\d+) embedded file/m.exec(attached.output)?.[1]),
    title: /^Title:\s+(.*)$/m.exec(info.output)?.[1] ?? '',
    pixels,
    pixelsInPdfJs: inPdfJs,
  };
}

/** With qpdf, poppler and pdf.js. */
export async function checkPdf(path: string, expected: Expected, before: Seen): Promise<Problems> {
  const { password, looksTheSame } = expected;
  const qpdfPassword = password === null ? [] : [`--password=${password}`];
  const seen = await look(path, password);
  const differences = [
    ['pages', seen.pages, before.pages],
    ['images', seen.images, before.images],
    ['attachments', seen.attachments, expected.attachments],
    ['title', seen.title, expected.title ?? before.title],
    ...(looksTheSame
      ? [
          ['pixels', seen.pixels, before.pixels],
          ['pixels in pdf.js', seen.pixelsInPdfJs, before.pixelsInPdfJs],
        ]
      : []),
  ].flatMap(([what, is, must]) => (is === must ? [] : [`${what}: ${is} instead of ${must}`]));
  const problems = await Promise.all([
    expectSuccess('qpdf', ['--check', ...qpdfPassword, path]),
    password === null ? [] : checkEncryption(path, password),
  ]);
  return [...problems.flat(), ...differences];
}

async function checkEncryption(path: string, password: string): Promise<Problems> {
  const shown = await run('qpdf', ['--show-encryption', `--password=${password}`, path]);
  const problems = shown.output.includes('R = 6') ? [] : ['qpdf --show-encryption: not R = 6'];
  for (const wrong of ['', 'wrong']) {
    if ((await run('pdfinfo', ['-upw', wrong, path])).exitCode === 0)
      problems.push(`poppler opens it with the password "${wrong}"`);
    if (await opensInPdfJs(path, wrong)) problems.push(`pdf.js opens it with the password "${wrong}"`);
  }
  if (!(await opensInPdfJs(path, password))) problems.push('pdf.js does not open it');
  return problems;
}
