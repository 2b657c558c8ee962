import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../../scripts/project.ts';
import { type DocumentedLimit, LIMITS } from './support/documented-limits.ts';
import { quantitiesIn, sectionsOf } from './support/quantities.ts';

/** In bytes, milliseconds or pieces, as constants of the code are. */
const FACTORS: Readonly<Record<string, number>> = {
  kB: 1_000,
  MB: 1_000_000,
  GB: 1_000_000_000,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  s: 1_000,
  second: 1_000,
  seconds: 1_000,
  minute: 60_000,
  minutes: 60_000,
  hour: 3_600_000,
  hours: 3_600_000,
  day: 86_400_000,
  days: 86_400_000,
  '%': 0.01,
};

const PARTS: Readonly<Record<string, number>> = {
  half: 1 / 2,
  'a third': 1 / 3,
  'a tenth': 1 / 10,
  'one answer in twenty': 1 / 20,
};

test.each(LIMITS)('$page#$section says $quantity, as $file has it in $name', (limit) => {
  const page = readFileSync(inProject(limit.page), 'utf8');
  const section = sectionsOf(limit.page, page).find(
    ({ place }) => place === `${limit.page}#${limit.section}`,
  );
  expect(quantitiesIn(section?.text ?? '')).toContain(limit.quantity);
  const inUnits = PARTS[limit.quantity] ?? valueIn(limit);
  expect(inUnits).toBeCloseTo(constantIn(limit.file, limit.name), 6);
});

/** In the unit of the constant. */
function valueIn({ quantity, factor }: DocumentedLimit): number {
  const [, number = '', unit = ''] = /^([\d.,]+) ?(.+)$/.exec(quantity) ?? [];
  return Number(number.replaceAll(',', '')) * (factor ?? FACTORS[unit] ?? 1);
}

/**
 * The value of `const NAME = …` in a source, or of `NAME.property`, where it is a number, a quotient, or a product of numbers and
 * such constants.
 */
function constantIn(file: string, path: string): number {
  const source = readFileSync(inProject(file), 'utf8');
  const [name = '', property] = path.split('.');
  const [, value] = new RegExp(`\\bconst ${name}\\b[^=;]*= ([^;]+);`).exec(source) ?? [];
  const expression =
    property === undefined ? value : new RegExp(`\\b${property}: ([^,}]+)`).exec(value ?? '')?.[1]?.trim();
  if (expression === undefined) throw new Error(`${file} has no constant ${path}.`);
  return expression
    .split(' * ')
    .map((factor) => valueOf(factor.trim(), file))
    .reduce((product, factor) => product * factor, 1);
}

function valueOf(factor: string, file: string): number {
  if (/^[A-Z]/.test(factor)) return constantIn(file, factor);
  const [dividend = '', divisor] = factor.split(' / ');
  if (divisor !== undefined) return Number(dividend) / Number(divisor);
  const [base = '', shift] = factor.split(/ ?(?:\*\*|<<) ?/);
  const number = Number(base.replaceAll('_', ''));
  if (shift === undefined) return number;
  return factor.includes('<<') ? number << Number(shift) : number ** Number(shift);
}
