import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inMemory, mergePdfs, readWhole } from '@platen/pdf';
import { PagePool, printInPool } from '@platen/print-engine';
import { startChromium } from '../scripts/local/chromium-process.ts';
import { jobOf } from '../test/print/support/jobs.ts';
import { type Contestants, median, milliseconds, race, ratio, table, target } from './measure.ts';

const FILES = 100;
const PAGES = 5;
const ROUNDS = 15;
const WARM_UP = 3;

/** At most this many times the time of qpdf alone. */
const MOST = 2;

const run = promisify(execFile);

/** Compares a merge of files with qpdf, which is not part of this project. */
export async function benchMerge(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bench-merge-'));
  try {
    const paths = await printFiles(directory);
    const merge = () => mergeFiles(paths, join(directory, 'own.pdf'));
    const mergeWithQpdf = () =>
      run('qpdf', ['--empty', '--pages', ...paths, '--', join(directory, 'qpdf.pdf')]);
    const title = `### Merging ${FILES} files of ${PAGES} pages\n\nFrom files to a file. The time of qpdf includes the start of its process.\n\n`;
    const contestants: Contestants = (await hasQpdf()) ? { merge, mergeWithQpdf } : { merge };
    const times = await race(contestants, { rounds: ROUNDS, warmUp: WARM_UP });
    const [owns, others] = [times.merge ?? [], times.mergeWithQpdf ?? []];
    const [own, other] = [median(owns), median(others)];
    if (others.length === 0) return `${title}qpdf is not installed. The engine alone: ${milliseconds(own)}\n`;
    const factor = median(owns.map((value, round) => value / (others[round] ?? Number.NaN)));
    return `${title}${table([
      ['What merges', 'median', 'ratio to qpdf', 'Target'],
      ['qpdf alone', milliseconds(other), '', ''],
      ['the engine, in Node', milliseconds(own), ratio(factor), target(factor, { atMost: MOST })],
    ])}\n`;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function printFiles(directory: string): Promise<string[]> {
  const chromium = await startChromium();
  try {
    const pool = new PagePool(await chromium.connect(), { ready: 2, concurrent: 4 });
    await pool.start();
    const pages = Array.from(
      { length: PAGES },
      (_, index) => `<h1 style="break-before: page">Page ${index}</h1><p>${'Text of a page. '.repeat(200)}`,
    );
    const limits = { workspaceId: 'ws_bench', deadline: Date.now() + 60_000, maxPdfBytes: 100_000_000 };
    const job = jobOf(pages.join(''), { tagged: true, outline: true });
    const bytes = await readWhole((await printInPool(pool, job, limits)).pdf);
    pool.close();
    const paths = Array.from({ length: FILES }, (_, index) => join(directory, `${index}.pdf`));
    for (const path of paths) await writeFile(path, bytes);
    return paths;
  } finally {
    await chromium.stop();
  }
}

async function mergeFiles(paths: readonly string[], result: string): Promise<void> {
  const inputs = async function* () {
    for (const path of paths) yield { title: path, source: inMemory(new Uint8Array(await readFile(path))) };
  };
  await writeFile(result, mergePdfs(inputs(), 'All'));
}

const hasQpdf = (): Promise<boolean> =>
  run('qpdf', ['--version']).then(
    () => true,
    () => false,
  );
