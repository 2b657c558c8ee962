import { readCssTokens } from '@platen/markup';

/** Named strings (css-gcpm-3, 1). The engine and its scripts in the page use this file. */

const POSITIONS = ['first', 'start', 'last', 'first-except'] as const;

type Position = (typeof POSITIONS)[number];

/** A function `string(name, position)`. */
export interface StringUse {
  readonly name: string;
  readonly position: Position;
}

/** Returns null if there is no such position. */
export function toStringUse(name: string, position = 'first'): StringUse | null {
  const known = POSITIONS.find((each) => each === position.toLowerCase());
  return name === '' || known === undefined ? null : { name, position: known };
}

/** The custom property that has the text in a band. */
export const toStringProperty = ({ name, position }: StringUse): string =>
  `--platen-string-${name}-${position}`;

const FUNCTION = String.raw`string\(\s*([^\s,()]+)\s*(?:,\s*([-\w]+)\s*)?\)`;

const CALL = new RegExp(FUNCTION, 'iy');

/** Replaces the functions in the style sheet of a band, because Chromium would drop the declaration. */
export function replaceStrings(css: string): string {
  let [replaced, end] = ['', 0];
  for (const { kind, start } of readCssTokens(css)) {
    if (kind !== 'function') continue;
    CALL.lastIndex = start;
    const [call = '', name = '', position] = CALL.exec(css) ?? [];
    const use = toStringUse(name, position);
    if (use === null) continue;
    replaced += `${css.slice(end, start)}var(${toStringProperty(use)}, "")`;
    end = start + call.length;
  }
  return replaced + css.slice(end);
}

/** @param html of a band, with its style sheets */
export function findStringUses(html: string): StringUse[] {
  const uses = Array.from(html.matchAll(new RegExp(FUNCTION, 'gi')), (match) =>
    toStringUse(match[1] ?? '', match[2]),
  );
  return uses.filter((use) => use !== null);
}

/** A value that an element gives to a string. */
export interface StringAssignment {
  /** The page of the element, from 1. */
  readonly page: number;
  readonly value: string;
  /** Nothing is above the element on its page. */
  readonly isAtTop: boolean;
}

/**
 * Returns the text of each page (css-gcpm-3, 1.1.2).
 * @param assignments to one name, in the order of the document
 */
export function spreadString(
  assignments: readonly StringAssignment[],
  position: Position,
  totalPages: number,
): string[] {
  const ofPages = Map.groupBy(assignments, ({ page }) => page);
  let entry = '';
  return Array.from({ length: totalPages }, (_, index) => {
    const own = ofPages.get(index + 1) ?? [];
    const text = choose(own, position, entry);
    entry = own.at(-1)?.value ?? entry;
    return text;
  });
}

function choose(own: readonly StringAssignment[], position: Position, entry: string): string {
  const [first] = own;
  if (first === undefined) return entry;
  if (position === 'last') return own.at(-1)?.value ?? entry;
  if (position === 'first-except') return '';
  return position === 'start' && !first.isAtTop ? entry : first.value;
}

/** Quotes a text as a string of CSS. */
export const toCssString = (text: string): string =>
  `"${text.replaceAll(/["\\\n\r\f]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`;
