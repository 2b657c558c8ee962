import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expectSuccess, type Problems, run } from './tools.ts';

/** What a finished PDF must be, compared with the one before. */
export interface Expected {
  /** Null if it is not encrypted. */
  readonly password: string | null;
  readonly isLinearized: boolean;
  readonly title: string | null;
  readonly attachments: number;
  /** False with a watermark. */
  readonly looksTheSame: boolean;
}

/** What readers see of a PDF. */
export interface Seen {
  readonly pages: number;
  readonly images: number;
  readonly attachments: number;
  readonly title: string;
  /** Of the pixels of all pages, as poppler draws them. */
  readonly pixels: string;
}

const DOTS_PER_INCH = '36';

const withPassword = (password: string | null): string[] => (password === null ? [] : ['-upw', password]);

export async function look(path: string, password: string | null): Promise<Seen> {
  const as = withPassword(password);
  const info = (await run('pdfinfo', [...as, path])).output;
  // Two lines of headings.
  const images = (await run('pdfimages', ['-list', ...as, path])).output.trim().split('\n').length - 2;
  const attached = (await run('pdfdetach', ['-list', ...as, path])).output;
  const drawn = await run('pdftoppm', ['-r', DOTS_PER_INCH, ...as, path]);
  return {
    pages: Number(/^Pages:\s+(\d+)/m.exec(info)?.[1]),
    images,
    attachments: Number(/^(\d+) embedded file/m.exec(attached)?.[1]),
    title: /^Title:\s+(.*)$/m.exec(info)?.[1] ?? '',
    pixels: drawn.exitCode === 0 ? createHash('sha256').update(drawn.output).digest('hex') : drawn.output,
  };
}

/** With qpdf, poppler and pdf.js. */
export async function checkPdf(path: string, expected: Expected, before: Seen): Promise<Problems> {
  const { password, isLinearized, looksTheSame } = expected;
  const qpdfPassword = password === null ? [] : [`--password=${password}`];
  const seen = await look(path, password);
  const differences = [
    ['pages', seen.pages, before.pages],
    ['images', seen.images, before.images],
    ['attachments', seen.attachments, expected.attachments],
    ['title', seen.title, expected.title ?? before.title],
    ...(looksTheSame ? [['pixels', seen.pixels, before.pixels]] : []),
  ].flatMap(([what, is, must]) => (is === must ? [] : [`${what}: ${is} instead of ${must}`]));
  return [
    ...(await expectSuccess('qpdf', ['--check', ...qpdfPassword, path])),
    ...(isLinearized ? await expectSuccess('qpdf', ['--check-linearization', ...qpdfPassword, path]) : []),
    ...(password === null ? [] : await checkEncryption(path, password)),
    ...differences,
  ];
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

async function opensInPdfJs(path: string, password: string): Promise<boolean> {
  const data = new Uint8Array(await readFile(path));
  return getDocument({ data, verbosity: 0, password }).promise.then(
    () => true,
    () => false,
  );
}
