import { NativeSelect, TextInput } from '@mantine/core';
import type { FieldSource } from './column-mapping.ts';
import { convertCell } from './convert-cell.ts';
import type { FieldType } from './template-fields.ts';

export interface SourceFieldProps {
  readonly name: string;
  readonly type: FieldType;
  readonly columns: readonly string[];
  readonly source: FieldSource | null;
  /** The label of the choice of no source. */
  readonly none: string;
  readonly canBeFixed: boolean;
  readonly onChange: (source: FieldSource | null) => void;
}

/** Other values start with `=`, because a column can have any name. */
const NONE = '';
const FIXED = 'fixed';

/** Chooses the column of a value, or a text that is the same in every row. */
export function SourceField({ name, type, columns, source, none, canBeFixed, onChange }: SourceFieldProps) {
  function choose(value: string) {
    if (value === NONE) onChange(null);
    else onChange(value === FIXED ? { kind: 'fixed', text: '' } : { kind: 'column', column: value.slice(1) });
  }

  return (
    <>
      <NativeSelect
        aria-label={`Source of ${name}`}
        value={source === null ? NONE : source.kind === 'fixed' ? FIXED : `=${source.column}`}
        onChange={({ currentTarget: { value } }) => choose(value)}
        data={[
          { value: NONE, label: none },
          ...(canBeFixed ? [{ value: FIXED, label: 'Same in every row' }] : []),
          ...columns.map((column) => ({ value: `=${column}`, label: column === '' ? '(no name)' : column })),
        ]}
      />
      {source?.kind === 'fixed' && (
        <TextInput
          mt={6}
          aria-label={`${name} in every row`}
          value={source.text}
          maxLength={10_000}
          onChange={({ currentTarget: { value: text } }) => onChange({ kind: 'fixed', text })}
          error={fixedProblem(source, type)}
        />
      )}
    </>
  );
}

/** The reason why the fixed text cannot be sent, or null. */
export const fixedProblem = (source: FieldSource | undefined, type: FieldType): string | null =>
  source?.kind === 'fixed' ? convertCell(source.text, type).problem : null;
