import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inMemory, mergePdfs } from '@platen/pdf';
import { type Contestants, median, milliseconds, race, ratio, table, target } from './measure.ts';
import { printDocuments } from './print-documents.ts';
import { unlimited } from '../../test/support/unlimited.ts';

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

/** Each file has pages and a font of its own, so that nothing is shared. */
async function printFiles(directory: string): Promise<string[]> {
  const documents = Array.from({ length: FILES }, (_, file) =>
    Array.from({ length: PAGES }, (_page, index) => {
      const heading = `Page ${index} of ${file} ${String.fromCodePoint(0x100 + file)}`;
      return `<h1 style="break-before: page">${heading}</h1><p>${'Text of a page. '.repeat(200)}`;
    }).join(''),
  );
  const paths: string[] = [];
  for (const [index, bytes] of (await printDocuments(documents)).entries()) {
    const path = join(directory, `${index}.pdf`);
    await writeFile(path, bytes);
    paths.push(path);
  }
  return paths;
}

async function mergeFiles(paths: readonly string[], result: string): Promise<void> {
  const inputs = async function* () {
    for (const path of paths) yield { title: path, source: inMemory(new Uint8Array(await readFile(path))) };
  };
  await writeFile(result, mergePdfs(inputs(), 'All', unlimited()));
}

export const hasQpdf = (): Promise<boolean> =>
  run('qpdf', ['--version']).then(
    () => true,
    () => false,
  );
