/** Writes the limits that pages state, from the constants of the code. With "--check" it only compares them. */
import { writeFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { inProject } from '../project.ts';
import { trackedFiles } from '../generate/tracked-files.ts';

/**
 * A page marks a limit by a comment behind it: `60 seconds<!-- limit: find-key.ts CACHED_MS -->`. The file may be left out
 * if all constants of that name have the same value, and has folders in front if its name is not enough.
 */
const LIMIT = /([\d.,]*\d)((?: (?!to )[\w%]+)*)<!-- limit: (?:(\S+\.tsx?) )?([\w.]+) -->/g;

/** The bytes, milliseconds or pieces of a unit. Any other word is a piece. */
const UNITS: readonly (readonly [unit: RegExp, size: number])[] = [
  [/^kB$/, 1e3],
  [/^MB$/, 1e6],
  [/^GB$/, 1e9],
  [/^KiB$|_KILOBYTES$/, 2 ** 10],
  [/^MiB$/, 2 ** 20],
  [/^s$|^seconds?$|(?<!_PER)_SECONDS$/, 1e3],
  [/^minutes?$|_MINUTES$/, 60e3],
  [/^hours?$/, 3_600e3],
  [/^days?$|_DAYS$/, 86_400e3],
  [/^%$/, 0.01],
];
const sizeOf = (unit: string): number => UNITS.find(([name]) => name.test(unit))?.[1] ?? 1;

/** By name: `const NAME = …;` in each file. */
const definitions = Map.groupBy(
  trackedFiles(/\.tsx?$/).flatMap(({ path, text }) =>
    [...text.matchAll(/\bconst ([A-Z][A-Z\d_]+)\b[^=;]*= ([^;]+);/g)].map(([, name = '', value = '']) => ({
      name,
      path,
      value,
    })),
  ),
  ({ name }) => name,
);

/** The value of `const NAME = …`, or of a property in `const NAME = { … }`. */
function valueOf(constant: string, file = ''): number {
  const [name = '', property] = constant.split('.');
  const values = (definitions.get(name) ?? [])
    .filter(({ path }) => file === '' || `/${path}`.endsWith(`/${file}`))
    .flatMap(({ path, value }) => {
      const part = property === undefined ? value : new RegExp(`\\b${property}: ([^,}]+)`).exec(value)?.[1];
      return part === undefined ? [] : [compute(part, path)];
    });
  const [first] = values;
  if (first !== undefined && new Set(values).size === 1) return first;
  throw new Error(
    `${constant} has the values [${values.join(', ')}] in ${file || 'all files'}. Name one file.`,
  );
}

/** A number, or a product of numbers and of constants of the same file. */
function compute(expression: string, file: string): number {
  const numbers = expression.replaceAll(/\b[A-Z][A-Z_]+\b/g, (name) => String(valueOf(name, file)));
  return /^[\d._\s*/<()]+$/.test(numbers) ? Number(runInNewContext(numbers)) : Number.NaN;
}

function limitIn(words: string, constant: string, file?: string): string {
  const unit = words.split(' ').at(-1) ?? '';
  const limit = (valueOf(constant, file) * sizeOf(constant)) / sizeOf(unit);
  return Number(limit.toPrecision(12)).toLocaleString('en', { maximumFractionDigits: 6 });
}

const checkOnly = process.argv.includes('--check');
for (const { path, text } of trackedFiles(/\.md$/)) {
  const filledIn = text.replaceAll(
    LIMIT,
    (all: string, number: string, words: string, file: string | undefined, constant: string) => {
      const limit = limitIn(words, constant, file);
      if (limit === number) return all;
      console.log(`${path} says ${number}${words}. ${constant} is ${limit}${words}.`);
      if (checkOnly) process.exitCode = 1;
      return limit + all.slice(number.length);
    },
  );
  if (text.replaceAll(LIMIT, '').includes('<!-- limit:')) {
    throw new Error(`${path} has the mark of a limit without a number directly before it.`);
  }
  if (filledIn !== text && !checkOnly) writeFileSync(inProject(path), filledIn);
}
if (process.exitCode === 1)
  console.error('`npm run tool -- limits` writes the limits of the code into the pages.');
