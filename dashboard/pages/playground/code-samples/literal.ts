import type { Json, JsonObject } from '../../../json/json-value.ts';

/** How a language writes JSON's values in its source. */
export interface Notation {
  /** Spaces that a member is further in than its brackets. */
  readonly indent: number;
  readonly scalar: (value: string | number | boolean | null) => string;
  readonly list: Brackets;
  readonly object: (value: JsonObject) => Brackets;
  /** A name with what follows it: `"name": `. */
  readonly name: (name: string) => string;
}

export interface Brackets {
  readonly open: string;
  readonly close: string;
}

/** `value` in a language's source, a member to a line. `column`: spaces that further lines start with. */
export function writeLiteral(value: Json, notation: Notation, column = 0): string {
  if (typeof value !== 'object' || value === null) return notation.scalar(value);
  const inner = column + notation.indent;
  if (isList(value)) {
    return block(
      notation.list,
      value.map((item) => writeLiteral(item, notation, inner)),
      column,
      inner,
    );
  }
  const members = Object.entries(value).map(
    ([name, member]) => notation.name(name) + writeLiteral(member, notation, inner),
  );
  return block(notation.object(value), members, column, inner);
}

const isList = (value: readonly Json[] | JsonObject): value is readonly Json[] => Array.isArray(value);

function block({ open, close }: Brackets, entries: readonly string[], column: number, inner: number): string {
  if (entries.length === 0) return open + close;
  const lines = entries.map((entry) => `${' '.repeat(inner)}${entry},`);
  return [open, ...lines, ' '.repeat(column) + close].join('\n');
}
