import { NumberInput } from '@mantine/core';

interface MillimetreInputProps {
  readonly name?: string;
  readonly label: string;
  readonly value: number | undefined;
  readonly onChange: (millimetres: number | undefined) => void;
  readonly min?: number;
  readonly max: number;
  /** The default, shown while the field is empty. */
  readonly fallback?: number;
  readonly required?: boolean;
  readonly error?: string | undefined;
}

export function MillimetreInput({ value, onChange, min = 0, fallback, ...rest }: MillimetreInputProps) {
  return (
    <NumberInput
      {...rest}
      min={min}
      suffix=" mm"
      placeholder={fallback === undefined ? undefined : `${fallback} mm`}
      allowNegative={false}
      decimalScale={2}
      // Mantine uses an empty string for an empty field.
      value={value ?? ''}
      onChange={(written) => onChange(written === '' ? undefined : Number(written))}
    />
  );
}
