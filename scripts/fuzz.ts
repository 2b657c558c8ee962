/** `npm run fuzz -- --seed N --count N`: compares the template engine with official Handlebars. */
import { parseArgs } from 'node:util';
import { fuzz } from '../test/support/compose/differential.ts';

const SHOWN_DIFFERENCES = 5;

const { values } = parseArgs({
  options: { seed: { type: 'string' }, count: { type: 'string', default: '20000' } },
});
const seed = values.seed === undefined ? Date.now() % 1_000_000_000 : Number(values.seed);
const count = Number(values.count);
if (!Number.isSafeInteger(seed) || !Number.isSafeInteger(count) || count < 1) {
  console.error('--seed and --count must be whole numbers, --count at least 1.');
  process.exit(2);
}

const report = fuzz(seed, count);
console.log(
  `Seed ${seed}: ${report.templates} templates. ${report.rendered} rendered; the others failed in both engines. ` +
    `${report.documented} differ as documented, ${report.differences.length} differ otherwise.`,
);
for (const difference of report.differences.slice(0, SHOWN_DIFFERENCES)) console.log(difference);
if (report.differences.length > 0) process.exit(1);
