/** Tests random inputs: templates | http | pdf [--seed N] [--count N] [--only NUMBER]. See test/README.md. */
import { parseArgs } from 'node:util';
import { fuzz } from '../../test/support/compose/differential.ts';
import { fuzzHttp } from '../../test/fuzz/http/run.ts';
import { fuzzPdf } from '../../test/fuzz/pdf/run.ts';
import { withService } from '../../test/fuzz/service.ts';

const SHOWN = 5;

interface Options {
  readonly seed: number;
  readonly count: number;
  readonly only: number | undefined;
}

/** Each prints a report and returns whether everything held. */
const FUZZERS = { templates: reportTemplates, http: reportHttp, pdf: reportPdf };

function reportTemplates({ seed, count }: Options): boolean {
  const report = fuzz(seed, count);
  console.log(
    `Seed ${seed}: ${report.templates} templates. ${report.rendered} rendered; the others failed in both engines. ` +
      `${report.documented} differ as documented, ${report.differences.length} differ otherwise.`,
  );
  for (const difference of report.differences.slice(0, SHOWN)) console.log(difference);
  return report.differences.length === 0;
}

async function reportHttp(options: Options): Promise<boolean> {
  const { statuses, routes, charged, failures } = await withService((service) => fuzzHttp(service, options));
  const answers = Object.entries(statuses).map(([status, number]) => `${number} × ${status}`);
  console.log(
    `Seed ${options.seed}: ${options.only === undefined ? options.count : 1} requests. ${answers.join(', ')}. ` +
      `${routes.succeeded} of ${routes.all} routes succeeded at least once, ${charged} credits were spent. ` +
      `${failures.length} failures.`,
  );
  for (const failure of failures) console.log(`\n${failure}`);
  return failures.length === 0;
}

async function reportPdf(options: Options): Promise<boolean> {
  const report = await withService((service) => fuzzPdf(service, options));
  const errors = Object.entries(report.errors).map(([code, number]) => `, ${number} × ${code}`);
  console.log(
    `Seed ${options.seed}: ${options.only === undefined ? options.count : 1} documents. ${report.printed} PDFs with ` +
      `${report.pages} pages${errors.join('')}. ${report.checkedWithQpdf ? 'With' : 'Without'} qpdf. ` +
      `${report.failures.length} failures.`,
  );
  for (const failure of report.failures) console.log(`\n${failure}`);
  return report.failures.length === 0;
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
    `Usage: npm run tool -- fuzz ${Object.keys(FUZZERS).join(' | ')} [--seed N] [--count N] [--only INDEX]`,
  );
  process.exit(2);
}
const holds = await FUZZERS[name as keyof typeof FUZZERS](options);
// As at the end of `npm test`: `.ci/run` adds these lines up.
console.log(holds ? '1 passed, 0 failed' : '0 passed, 1 failed');
process.exit(holds ? 0 : 1);
