import { deflateSync } from 'node:zlib';
import { simple, stream } from '../../../packages/pdf/test/foreign-pdf.ts';
import { growingFile } from '../../../packages/pdf/test/growing-files.ts';
import { invoiceData } from '../e-invoice.ts';

/** What held an isolate for seconds, in the size in which it did. */
export const HELD_FILES: readonly (readonly [what: string, file: () => string])[] = (
  [
    ['digits that all objects of a stream share', 1_000_000],
    ['a name that all objects of a stream share', 1_000_000],
    ['spaces that all objects of a stream share', 1_000_000],
    ['a number that all objects of a stream share', 1_000_000],
    ['parentheses that all objects of a stream share', 1_000_000],
    ['an object stream that is predicted', 1_500_000],
    ['heads of objects in a file without a table', 60_000],
    ['object streams', 20_000],
    ['pages that inherit fonts', 1_000],
    ['appearances of an annotation that is there as often', 50_000],
    ['sections of a table', 200_000],
  ] as const
).map(([what, n]) => [what, () => growingFile(what, n)] as const);

const svg = (inside: string) =>
  new TextEncoder().encode(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="9">${inside}</svg>`);

export const HELD_ASSETS: readonly (readonly [what: string, file: () => Uint8Array])[] = [
  ['comments without an end', () => svg(`<style>${'/* '.repeat(40_000)}</style>`)],
  ['escapes', () => svg(`<style>${String.raw`\0`.repeat(2_000_000)}</style>`)],
  ['tokens', () => svg(`<style>/**/${';'.repeat(4_000_000)}</style>`)],
  ['elements', () => svg('<a/>'.repeat(200_000))],
];

/** `q Q` is 4 characters, of which a content stream of some kilobytes has a million. */
export const CONTENT = 'q Q '.repeat(500_000);

/** A PDF whose page has this content, packed. */
export const drawing = (content: string): string =>
  simple('', '/Contents 6 0 R', [stream(deflateSync(content).toString('latin1'), '/Filter/FlateDecode')]);

/** The XML of 10,000 lines has more characters than are allowed. */
export function longInvoice(lines = 10_000, changeOf: (index: number) => object = () => ({})) {
  const [line] = invoiceData().lines;
  return invoiceData({
    totals: undefined,
    lines: Array.from({ length: lines }, (_, index) => ({ ...line, ...changeOf(index) })),
  });
}

/** Each line has a VAT rate of its own, so the VAT breakdown is as long as they are. */
export const withOwnRate = (index: number) => ({ vat: { category: 'S', rate: (index + 1) / 100 } });
