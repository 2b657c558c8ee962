/**
 * `npm run bench [-- NAME …] [--write]`: prints ratios (design note 26). `--write` saves them in docs/benchmarks.md.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { inProject } from '../scripts/project.ts';

/** A module is loaded only when its benchmark runs. It returns a section of Markdown. */
const BENCHMARKS: Readonly<Record<string, () => Promise<string>>> = {
  http: async () => (await import('./http.ts')).benchHttp(),
  compose: async () => (await import('./compose.ts')).benchCompose(),
  container: async () => (await import('./container.ts')).benchContainer(),
  files: async () => (await import('./files.ts')).benchFiles(),
  print: async () => (await import('./print.ts')).benchPrint(),
  large: async () => (await import('./large.ts')).benchLarge(),
  brokers: async () => (await import('./brokers.ts')).benchBrokers(),
  cpu: async () => (await import('./cpu.ts')).benchCpu(),
  memory: async () => (await import('./memory.ts')).benchMemory('browser-run-only'),
  'memory-container': async () => (await import('./memory.ts')).benchMemory('container'),
};

const PAGE = inProject('docs/benchmarks.md');
const HEAD = '# Benchmarks\n\nWritten by `npm run bench -- --write`; do not edit the sections by hand.\n';

function saveSection(name: string, section: string): void {
  const [opening, closing] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : HEAD;
  const start = page.indexOf(opening);
  const before = start === -1 ? `${page.trimEnd()}\n\n` : page.slice(0, start);
  const after = start === -1 ? '\n' : page.slice(page.indexOf(closing) + closing.length);
  writeFileSync(PAGE, `${before}${opening}\n${section}\n${closing}${after}`);
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const names = positionals.length > 0 ? positionals : Object.keys(BENCHMARKS);
const unknown = names.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(', ')}. Known: ${Object.keys(BENCHMARKS).join(', ')}.`);
  process.exit(2);
}
/** Aligns the tables. */
const formatPage = (): Buffer =>
  execFileSync(process.execPath, [inProject('node_modules/oxfmt/bin/oxfmt'), PAGE]);

for (const name of names) {
  const section = await BENCHMARKS[name]?.();
  if (section === undefined) continue;
  console.log(`${section}\n`);
  if (values.write) saveSection(name, section);
}
if (values.write) formatPage();
