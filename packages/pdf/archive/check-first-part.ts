import type { PdfObject } from '../file/reader.ts';
import { endOfText } from '../file/syntax.ts';
import type { Check } from './check.ts';
import { placeOf } from './problems.ts';
import type { Entry } from './scan-object.ts';

/** The limits of ISO 19005-1, 6.1.12, that the other parts do not have. */
const MAX_ENTRIES = 4_095;
export const MAX_ELEMENTS = 8_191;
export const MAX_REAL = 32_767;

/** An array or a dictionary over its limit is longer than this. */
const MIN_CHARACTERS = 2 * MAX_ELEMENTS;

export const ruleOfFirstPart = (rule: string): string => `${rule} of ISO 19005-1`;

const PLAIN_BLENDS: ReadonlySet<string> = new Set(['/Normal', '/Compatible']);

/** Checks what only ISO 19005-1 forbids. */
export function checkEntryOfFirstPart(check: Check, object: PdfObject, { of, key, value }: Entry): void {
  const report = (rule: string, what: string): void =>
    check.problems.add(ruleOfFirstPart(rule), placeOf(object), what);
  if (key === 'Group' && of === null && object.stream === null) check.notePage(object.id);
  else if (isTransparent(key, value)) report('6.4', `is transparent (/${key}), which needs "2b" or "3b"`);
  else if (key === 'BitsPerComponent' && value === '16') report('6.2.4', 'is an image of 16 bits');
  else if (key === 'Subtype' && value === '/OpenType')
    report('6.3.4', 'is an OpenType font, which PDF 1.4 does not have');
  else if (isLargeReal(value)) report('6.1.12', `has a number over ${MAX_REAL}`);
}

function isTransparent(key: string, value: string): boolean {
  if (key === 'SMask') return value !== '/None';
  if (key === 'BM') return !PLAIN_BLENDS.has(value);
  if (key === 'ca' || key === 'CA') return Number(value) !== 1;
  return key === 'Group';
}

export const isLargeReal = (text: string): boolean => text.includes('.') && Math.abs(Number(text)) > MAX_REAL;

/** Brackets, the starts of strings, references, and other values. */
const TOKEN = /<<|>>|[[\](<]|\d{1,10} \d{1,5} R\b|\/?[^\s\0/<>[\](){}%]+/g;

/** Checks how many values an array or a dictionary has. */
export function checkCounts(check: Check, object: PdfObject): void {
  const { text } = object;
  if (text.length < MIN_CHARACTERS) return;
  const open: { isDictionary: boolean; count: number }[] = [];
  const token = new RegExp(TOKEN);
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [word] = found;
    if (word === '>>' || word === ']') {
      const { isDictionary = false, count = 0 } = open.pop() ?? {};
      if (count > (isDictionary ? 2 * MAX_ENTRIES : MAX_ELEMENTS))
        check.problems.add(ruleOfFirstPart('6.1.12'), placeOf(object), `has a list of ${count} values`);
      continue;
    }
    const top = open.at(-1);
    if (top) top.count += 1;
    if (word === '<<' || word === '[') open.push({ isDictionary: word === '<<', count: 0 });
    else if (word === '(') token.lastIndex = endOfText(text, found.index) ?? text.length;
    else if (word === '<') token.lastIndex = Math.max(text.indexOf('>', found.index), found.index) + 1;
  }
}
