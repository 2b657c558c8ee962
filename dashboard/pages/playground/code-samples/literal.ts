import type { Json, JsonObject } from '../../../json/json-value.ts';

export interface Notation {
  /** Spaces per level. */
  readonly indent: number;
  readonly scalar: (value: string | number | boolean | null) => string;
  readonly list: Brackets;
  readonly object: (value: JsonObject) => Brackets;
  readonly name: (name: string) => string;
}

export interface Brackets {
  readonly open: string;
  readonly close: string;
}

/** Writes `value` with one member per line. Lines after the first are indented by `column` spaces. */
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
