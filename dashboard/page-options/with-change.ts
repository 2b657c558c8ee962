import type { PdfOptions } from '../../schema/api/pdf-options.ts';

export interface OptionsFieldsProps {
  readonly value: PdfOptions;
  readonly onChange: (value: PdfOptions) => void;
  /** Error messages by the path of the field: `margin.top`. */
  readonly problems?: Readonly<Record<string, string>>;
}

/** Merges the change into `value`. Fields that are undefined, or are empty objects, are left out. */
export function withChange<Value extends object>(value: Value, change: Partial<Value>): Value {
  const kept = Object.entries({ ...value, ...change }).filter(
    ([, member]) => member !== undefined && !(isObject(member) && Object.keys(member).length === 0),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only removes optional fields
  return Object.fromEntries(kept) as Value;
}

const isObject = (member: unknown): member is object => typeof member === 'object' && member !== null;
