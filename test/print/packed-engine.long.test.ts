import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testPacked } from '../support/packed-package.ts';
import { jobOf } from './support/jobs.ts';
import { openPdf } from './support/pdf.ts';
import { usePrinter } from './support/printer.ts';

const printer = usePrinter();

const toProgram = (address: string): string => `
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { readWhole } from '@platen/pdf';
import { Connection, PagePool, printInPool } from '@platen/print-engine';

const socket = new WebSocket(${JSON.stringify(address)});
await once(socket, 'open');
const pool = new PagePool(new Connection(socket), { ready: 1, concurrent: 2 });
await pool.start();
const job = ${JSON.stringify(jobOf('<p>from a package', { watermark: 'TEST' }))};
const limits = { workspaceId: 'one', deadline: Date.now() + 30_000, maxPdfBytes: 1_000_000 };
const { pdf, report } = await printInPool(pool, job, limits);
await writeFile('printed.pdf', await readWhole(pdf));
pool.close();
console.log(report.pageCount, 'page');
`;

const TYPED = `
import { type Band, type PrintJob, streamed } from '@platen/pdf';
import { Connection, PagePool, printInPool, RenderFailure } from '@platen/print-engine';

export async function print(socket: WebSocket, job: PrintJob, band: Band): Promise<ReadableStream<Uint8Array>> {
  const pool = new PagePool(new Connection(socket), { ready: 1, concurrent: 2 });
  const limits = { workspaceId: 'one', deadline: 0, maxPdfBytes: 1 };
  const { pdf } = await printInPool(pool, { ...job, footer: [band] }, limits);
  // @ts-expect-error there is no such option
  await printInPool(pool, { ...job, colour: 'red' }, limits);
  return streamed(pdf);
}
export const isFailure = (error: unknown): boolean => error instanceof RenderFailure && error.kind === 'timeout';
export const product = async (connection: Connection): Promise<string> =>
  (await connection.send('Browser.getVersion', {}, 1_000)).product;
`;

describe('@platen/print-engine, packed and installed in an empty project', () => {
  const packed = testPacked({
    folder: 'packages/print-engine',
    needs: ['packages/markup', 'packages/meter', 'packages/pdf'],
    program: () => toProgram(printer.chromium.address),
    prints: '1 page\n',
    typed: TYPED,
  });

  test('prints what it is given', async () => {
    const { project, run } = packed();
    await run();
    const document = await openPdf(new Uint8Array(await readFile(join(project, 'printed.pdf'))));
    expect(await document.text(1)).toContain('from a package');
    expect(await document.text(1)).toContain('TEST');
  });
});
