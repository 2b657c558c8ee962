/** Tests random inputs: templates | growth | http | pdf | invoices [--seed N] [--count N] [--only N]. */
import { parseArgs } from 'node:util';
import { fuzzTemplates } from '../../test/support/compose/differential.ts';
import { growthFailures } from '../../test/support/hostile/growth/check-growth.ts';
import { GROWING_READERS } from '../../test/support/hostile/growth/readers.ts';
import { fuzzHttp } from '../fuzz/http/run.ts';
import { fuzzInvoices } from '../fuzz/invoices.ts';
import { fuzzPdf } from '../fuzz/pdf/run.ts';
import { withService } from '../fuzz/service.ts';
import type { RandomRuns } from '../../test/support/random.ts';

/** Each returns what it has done, and what does not hold. */
const FUZZERS = {
  templates: reportTemplates,
  growth: reportGrowth,
  http: reportHttp,
  pdf: reportPdf,
  invoices: fuzzInvoices,
};

interface Report {
  readonly summary: string;
  readonly failures: readonly string[];
}

async function reportTemplates(runs: RandomRuns): Promise<Report> {
  const { rendered, documented, failures } = await fuzzTemplates(runs);
  const summary = `${rendered} templates were rendered; the others failed in both engines. ${documented} differ as documented.`;
  return { summary, failures };
}

async function reportGrowth(runs: RandomRuns): Promise<Report> {
  const failures: string[] = [];
  for (const reader of GROWING_READERS) failures.push(...(await growthFailures(reader, runs)));
  return {
    summary: `${GROWING_READERS.length} readers have read ${runs.count} kinds of input each.`,
    failures,
  };
}

async function reportHttp(runs: RandomRuns): Promise<Report> {
  const { statuses, routes, charged, failures } = await withService((service) => fuzzHttp(service, runs));
  const answers = Object.entries(statuses).map(([status, number]) => `${number} × ${status}`);
  const summary = `${answers.join(', ')}. ${routes.succeeded} of ${routes.all} routes succeeded at least once, ${charged} credits were spent.`;
  return { summary, failures };
}

async function reportPdf(runs: RandomRuns): Promise<Report> {
  const report = await withService((service) => fuzzPdf(service, runs));
  const errors = Object.entries(report.errors).map(([code, number]) => `, ${number} × ${code}`);
  const qpdf = report.checkedWithQpdf ? 'With' : 'Without';
  const summary = `${report.printed} PDFs with ${report.pages} pages${errors.join('')}. ${qpdf} qpdf.`;
  return { summary, failures: report.failures };
}

const readNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    count: { type: 'string', default: '20000' },
    only: { type: 'string' },
  },
});
const [name = ''] = positionals;
const seed = readNumber(values.seed) ?? Date.now() % 1_000_000_000;
const options = { seed, count: Number(values.count), only: readNumber(values.only) };
const numbers = [options.seed, options.count, options.only ?? 0];
if (!(name in FUZZERS) || !numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) {
  console.error(
    `Usage: npm run tool -- fuzz ${Object.keys(FUZZERS).join(' | ')} [--seed N] [--count N] [--only NUMBER]`,
  );
  process.exit(2);
}
const { summary, failures } = await FUZZERS[name as keyof typeof FUZZERS](options);
console.log(`Seed ${seed}: ${summary} ${failures.length} failures.`);
for (const failure of failures) console.log(`\n${failure}`);
// As at the end of `npm test`: `.ci/nightly` adds these lines up.
console.log(failures.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
process.exit(failures.length === 0 ? 0 : 1);
