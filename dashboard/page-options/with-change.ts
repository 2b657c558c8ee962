import type { PdfOptions } from '../../schema/api/pdf-options.ts';

/** What every group of fields gets: the options as they are, and how to put others in their place. */
export interface OptionsFieldsProps {
  readonly value: PdfOptions;
  readonly onChange: (value: PdfOptions) => void;
  /** What is wrong with them, by the path of the field: `margin.top`. */
  readonly problems?: Readonly<Record<string, string>>;
}

/** `value` with the change; a field that becomes undefined, or an object that becomes empty, is left out. */
export function withChange<Value extends object>(value: Value, change: Partial<Value>): Value {
  const kept = Object.entries({ ...value, ...change }).filter(
    ([, member]) => member !== undefined && !(isObject(member) && Object.keys(member).length === 0),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fields only went that may be missing
  return Object.fromEntries(kept) as Value;
}

const isObject = (member: unknown): member is object => typeof member === 'object' && member !== null;
