import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../../../scripts/project.ts';
import { LIMITS } from './support/documented-limits.ts';
import { quantitiesIn, sectionsOf } from './support/quantities.ts';

/** In bytes, milliseconds or pieces, as constants of the code are. */
const FACTORS: Readonly<Record<string, number>> = {
  kB: 1_000,
  MB: 1_000_000,
  GB: 1_000_000_000,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  s: 1_000,
  seconds: 1_000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  '%': 0.01,
};

test.each(LIMITS)('$page#$section says $quantity, as $file has it in $name', (limit) => {
  const page = readFileSync(inProject(limit.page), 'utf8');
  const section = sectionsOf(limit.page, page).find(
    ({ place }) => place === `${limit.page}#${limit.section}`,
  );
  expect(quantitiesIn(section?.text ?? '')).toContain(limit.quantity);
  const [, number = '', unit = ''] = /^([\d.,]+) ?(.+)$/.exec(limit.quantity) ?? [];
  const factor = limit.factor ?? FACTORS[unit] ?? 1;
  expect(Number(number.replaceAll(',', '')) * factor).toBeCloseTo(constantIn(limit.file, limit.name), 6);
});

/**
 * The value of `const NAME = …` in a source, or of `NAME.property`, where it is a number, or a product of numbers and such
 * constants.
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
  const [base = '', shift] = factor.split(/ ?(?:\*\*|<<) ?/);
  const number = Number(base.replaceAll('_', ''));
  if (shift === undefined) return number;
  return factor.includes('<<') ? number << Number(shift) : number ** Number(shift);
}
