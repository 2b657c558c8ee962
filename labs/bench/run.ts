/**
 * `npm run bench -- [all | NAME …] [--write | --rows N | --only TEXT]`: prints ratios (decision 26). `--write` saves them in
 * docs/benchmarks.md. `--rows` leaves out documents of `peers` with more rows, and `--only` those of `corpus` without TEXT in their names.
 */
import { parseArgs } from 'node:util';
import { savePage } from './page.ts';

/** A module is loaded only when its benchmark runs. It returns a section of Markdown. */
const BENCHMARKS: Readonly<Record<string, () => Promise<string>>> = {
  http: async () => (await import('./http.ts')).benchHttp(),
  gotenberg: async () => (await import('./gotenberg.ts')).benchGotenberg(),
  corpus: async () => (await import('./corpus.ts')).benchCorpus(values.only),
  batch: async () => (await import('./batch.ts')).benchBatch(),
  start: async () => (await import('./start.ts')).benchStart(),
  compose: async () => (await import('./compose.ts')).benchCompose(),
  dev: async () => (await import('./dev.ts')).benchDev(),
  container: async () => (await import('./container.ts')).benchContainer(),
  files: async () => (await import('./files.ts')).benchFiles(),
  print: async () => (await import('./print.ts')).benchPrint(),
  finish: async () => {
    const parts = [
      (await import('./finish.ts')).benchFinish,
      (await import('./thumbnail.ts')).benchThumbnail,
      (await import('./merge.ts')).benchMerge,
      (await import('./sharing.ts')).benchSharing,
    ];
    let section = '';
    for (const part of parts) section += `${await part()}\n\n`;
    return section.trimEnd();
  },
  assets: async () => (await import('./assets.ts')).benchAssets(),
  archive: async () => (await import('./archive.ts')).benchArchive(),
  hostile: async () => (await import('./hostile.ts')).benchHostile(),
  paged: async () => (await import('./paged.ts')).benchPaged(),
  large: async () => (await import('./large.ts')).benchLarge(),
  brokers: async () => (await import('./brokers.ts')).benchBrokers(),
  cpu: async () => (await import('./cpu.ts')).benchCpu(),
  memory: async () => (await import('./memory.ts')).benchMemory('browser-run-only'),
  'memory-container': async () => (await import('./memory.ts')).benchMemory('container'),
  'full-chromium': async () => (await import('./full-chromium.ts')).benchFullChromium(),
  peers: async () => (await import('./peers.ts')).benchPeers(mostRows),
};

/** All benchmarks, in the order of the list. */
const ALL = 'all';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, rows: { type: 'string' }, only: { type: 'string' } },
});
const mostRows = values.rows === undefined ? undefined : Number(values.rows);
if (mostRows !== undefined && (values.write || !(mostRows > 0))) {
  console.error('--rows is a number, and cannot be used with --write: the page has every document.');
  process.exit(2);
}
if (values.only !== undefined && values.write) {
  console.error('--only cannot be used with --write: the page has every document.');
  process.exit(2);
}
const names = positionals.length === 0 || positionals.includes(ALL) ? Object.keys(BENCHMARKS) : positionals;
const unknown = names.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(
    `Unknown benchmark: ${unknown.join(', ')}. Known: ${[ALL, ...Object.keys(BENCHMARKS)].join(', ')}.`,
  );
  process.exit(2);
}
for (const name of names) {
  const section = await BENCHMARKS[name]?.();
  if (section === undefined) continue;
  console.log(`${section}\n`);
  if (values.write) savePage(name, section);
}
