/**
 * `npm run proof`: writes the last results into docs/proof.md. Those of tests are from the last run of `npm test`, those
 * of benchmarks from docs/benchmarks.md. Other results stay as they are.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './project.ts';
import { benchmarkOf, parseTable, printTable, type Row, testOf } from './proof-table.ts';
import { readResults } from './test-results.ts';

const PAGE = inProject('docs/proof.md');
const results = readResults();
const benchmarks = readFileSync(inProject('docs/benchmarks.md'), 'utf8');

const page = readFileSync(PAGE, 'utf8');
const intro = page.slice(0, page.indexOf('\n| Claim'));
const rows = parseTable(page).map((row) => ({ ...row, ...(resultOfTest(row) ?? resultOfBenchmark(row)) }));
writeFileSync(PAGE, `${intro}\n${printTable(rows)}\n`);
const short = rows.filter(({ result }) => /failed|missed/.test(result));
console.log(`${rows.length} claims. Failed or missed: ${short.length}. Now run \`npm run format\`.`);
for (const { claim, result } of short) console.log(`- ${claim}: ${result}`);

function resultOfTest(row: Row): Pick<Row, 'result' | 'date'> | undefined {
  const found = results[testOf(row) ?? ''];
  if (found === undefined) return undefined;
  const { passed, failed, date } = found;
  return { result: failed > 0 ? `${passed} passed, ${failed} failed` : `${passed} passed`, date };
}

function resultOfBenchmark(row: Row): Pick<Row, 'result' | 'date'> | undefined {
  const name = benchmarkOf(row);
  const section =
    name && new RegExp(`<!-- bench:${name} -->[^]*<!-- /bench:${name} -->`).exec(benchmarks)?.[0];
  const [, date] = /Measured on (\d{4}-\d\d-\d\d)/.exec(section ?? '') ?? [];
  if (!section || date === undefined) return undefined;
  // A row for a number of another page has no target.
  if (!row.where.includes('benchmarks.md')) return { result: row.result, date };
  const missed = section.match(/\*\*missed\*\*/g)?.length ?? 0;
  return { result: missed === 0 ? 'all targets met' : `${missed} missed`, date };
}
