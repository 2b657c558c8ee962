/** Decimal units, like the limits of the plans: a megabyte is 1,000,000 bytes. */
const STEP = 1_000;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `12.4 MB`, in the locale of the browser. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / STEP ** power);
}

export function FileSize({ value }: { readonly value: number }) {
  return <span title={`${value.toLocaleString()} bytes`}>{formatBytes(value)}</span>;
}
