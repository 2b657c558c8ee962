import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inMemory, mergePdfs } from '@platen/pdf';
import { hasQpdf } from './merge.ts';
import { ratio, table, target } from './measure.ts';
import { printDocuments } from './print-documents.ts';
import { composeSmallInvoice } from './small-invoice.ts';
import { unlimited } from '../../test/support/unlimited.ts';

const FILES = 20;

/** At most this many times the size that qpdf makes of the merged file, in which nothing is there twice. */
const MOST = 1.1;

const run = promisify(execFile);

/** Compares the size of a merge of equal files with the same objects packed by qpdf, which is not part of this project. */
export async function benchSharing(): Promise<string> {
  const [file = new Uint8Array()] = await printDocuments([composeSmallInvoice()]);
  const directory = await mkdtemp(join(tmpdir(), 'bench-sharing-'));
  try {
    const [merged, packed] = [join(directory, 'merged.pdf'), join(directory, 'packed.pdf')];
    const inputs = async function* () {
      for (let index = 1; index <= FILES; index += 1)
        yield { title: `Invoice ${index}`, source: inMemory(file) };
    };
    await writeFile(merged, mergePdfs(inputs(), 'All', unlimited()));
    const { size } = await stat(merged);
    const rows = [
      ['one file', kilobytes(file.byteLength), '', ''],
      [`${FILES} of them, one after the other`, kilobytes(FILES * file.byteLength), '', ''],
    ];
    if (await hasQpdf()) {
      await run('qpdf', ['--object-streams=generate', merged, packed]);
      const other = (await stat(packed)).size;
      rows.push(['merged, and packed again by qpdf', kilobytes(other), '', '']);
      rows.push(['merged', kilobytes(size), ratio(size / other), target(size / other, { atMost: MOST })]);
    } else rows.push(['merged', kilobytes(size), '', '']);
    return `### Merging ${FILES} equal invoices\n\n${table([['What', 'size', 'ratio to qpdf', 'Target'], ...rows])}\n`;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const kilobytes = (bytes: number): string => `${Math.round(bytes / 1000)} kB`;
