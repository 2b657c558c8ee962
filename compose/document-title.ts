import { readPieces } from '@platen/markup';
import type { Meter } from '@platen/meter';

/** Only the start of a document is searched for its title. */
const HEAD_CHARACTERS = 20_000;

const TITLE_CHARACTERS = 2_000;

/** Work of the meter for a character in which tags are found. */
const WORK_PER_CHAR = 5;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

const ENTITY = /&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|([a-z]{2,4}));/gi;

/** Returns the text of the first `<title>`, or null. */
export function findTitle(html: string, meter: Meter): string | null {
  meter.charge(Math.min(html.length, HEAD_CHARACTERS) * WORK_PER_CHAR);
  const written = findWritten(html.slice(0, HEAD_CHARACTERS));
  if (written === null) return null;
  const title = written.replaceAll(
    ENTITY,
    (entity, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
  return title.replaceAll(/\s+/g, ' ').trim() || null;
}

function findWritten(head: string): string | null {
  for (const { kind, name, start, end } of readPieces(head)) {
    // One that is not closed goes to the end.
    if (kind === 'text' && name === 'title') {
      const isTitle = end < head.length && end - start <= TITLE_CHARACTERS;
      return isTitle ? head.slice(start, end) : null;
    }
  }
  return null;
}
