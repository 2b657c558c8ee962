import { type Dictionary, isList, nameOf, type PdfValue, Text } from './values.ts';

/** Actions that run a program, send data away, open another file, or play something. A reader of the merged file did not ask for it. */
const ACTIONS = new Set(
  'JavaScript Launch ImportData SubmitForm ResetForm GoToR GoToE Thread Movie Sound Rendition RichMediaExecute Hide SetOCGState Trans GoTo3DView'.split(
    ' ',
  ),
);

/** Actions of events, forms that are programs, and data of other programs. */
const KEYS = new Set(['AA', 'OpenAction', 'JS', 'JavaScript', 'XFA', 'PieceInfo']);

const ANNOTATIONS = new Set(['Movie', 'Sound', 'Screen', 'RichMedia', '3D']);

/** The addresses that a link may lead to. */
const ADDRESS = /^(?:(?:https?|mailto|tel):|(?![A-Za-z][A-Za-z\d+.-]*:))/i;

/** The parser has charged the key. */
export const isForbiddenKey = (key: string): boolean => KEYS.has(key);

/** An action or an annotation that is left out. */
export function isForbidden(dictionary: Dictionary): boolean {
  if (ANNOTATIONS.has(nameOf(dictionary.get('Subtype')) ?? '') && dictionary.has('Rect')) return true;
  const kind = nameOf(dictionary.get('S'));
  // The elements of tags have names of their own.
  if (kind === null || dictionary.has('P') || nameOf(dictionary.get('Type')) === 'StructElem') return false;
  if (ACTIONS.has(kind)) return true;
  const address = dictionary.get('URI');
  return (
    kind === 'URI' &&
    address !== undefined &&
    !(address instanceof Text && ADDRESS.test(address.bytes.trim()))
  );
}

/** Signatures do not hold for a file that was rewritten. Their fields stay, and are empty. */
export const isSignature = (dictionary: Dictionary): boolean =>
  ['Sig', 'DocTimeStamp'].includes(nameOf(dictionary.get('Type')) ?? '') || dictionary.has('ByteRange');

/** A list of four numbers, the lower left corner first. */
export function toBox(value: PdfValue): number[] | null {
  if (!isList(value) || value.length !== 4) return null;
  const numbers = value.map((item) => (typeof item === 'number' && Math.abs(item) < 1e6 ? item : Number.NaN));
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  const box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  const isArea = Math.abs(c - a) > 0 && Math.abs(d - b) > 0;
  return numbers.some(Number.isNaN) || !isArea ? null : box;
}
