import { NumberInput } from '@mantine/core';
import type { PdfOptions } from '../../schema/api/pdf-options.ts';
import { OptionalText } from './OptionalText.tsx';
import { type OptionsFieldsProps, withChange } from './with-change.ts';

type WaitFor = NonNullable<PdfOptions['waitFor']>;

const CONDITIONS = ['selector', 'expression', 'networkIdleMs', 'delayMs'] as const;

const MILLISECONDS = [
  { field: 'networkIdleMs', label: 'Wait for idle network (ms)', max: 10_000 },
  { field: 'delayMs', label: 'Delay (ms)', max: 30_000 },
] as const;

/** The other fields of `waitFor`, which only the API can set, are kept as long as there is a condition. */
export function WaitForFields({ value, onChange, problems }: OptionsFieldsProps) {
  const { waitFor = {} } = value;
  const change = (part: Partial<WaitFor>) => {
    const changed = withChange<WaitFor>(waitFor, part);
    const isEmpty = CONDITIONS.every((name) => changed[name] === undefined);
    onChange(withChange(value, { waitFor: isEmpty ? undefined : changed }));
  };
  return (
    <>
      <OptionalText
        name="waitFor.expression"
        label="Wait for JavaScript expression"
        placeholder="window.isReady"
        spellCheck={false}
        value={waitFor.expression}
        error={problems?.['waitFor.expression']}
        onChange={(expression) => change({ expression })}
      />
      {MILLISECONDS.map(({ field, label, max }) => (
        <NumberInput
          key={field}
          label={label}
          min={1}
          max={max}
          step={100}
          value={waitFor[field] ?? ''}
          error={problems?.[`waitFor.${field}`]}
          onChange={(ms) => change({ [field]: ms === '' ? undefined : Number(ms) })}
        />
      ))}
    </>
  );
}
