import { describe } from 'vitest';
import { inProject } from '../../../scripts/project.ts';
import { testPacked } from '../../support/packed-package.ts';

const FIXTURE = inProject('packages/pdf/test/fixtures/three-pages.pdf');

const PROGRAM = `
import { readFile } from 'node:fs/promises';
import { Meter } from '@platen/meter';
import { EncryptedPdf, finishPdf, inMemory, mergePdfs, PdfReader, PdfSplitter } from '@platen/pdf';
const source = inMemory(new Uint8Array(await readFile(${JSON.stringify(FIXTURE)})));
async function* inputs() {
  yield { title: 'One', source };
  yield { title: 'Two', source };
}
const read = async (pieces) => {
  const parts = [];
  for await (const piece of pieces) parts.push(piece);
  return inMemory(new Uint8Array(Buffer.concat(parts)));
};
const meter = new Meter({ maxWork: 1_000_000_000 });
const merged = await read(mergePdfs(inputs(), 'Both', meter));
const part = await read((await PdfSplitter.open(merged, meter)).excerpt([2, 5, 6, 1]));
const encryption = { userPassword: 'open', ownerPassword: null, permissions: null };
const finish = { metadata: null, attachments: [], watermark: null, mark: 'TEST', encryption, meter };
const error = await PdfReader.open(await finishPdf(part, finish), meter).catch((error) => error);
console.log(await (await PdfReader.open(part, meter)).pageCount(), error instanceof EncryptedPdf);
`;

const TYPED = `
import { type ByteSource, type Finish, finishPdf, InvalidPdfOption, type PrintJob, readWhole } from '@platen/pdf';
export const finish = async (source: ByteSource, options: Finish): Promise<Uint8Array> =>
  readWhole(await finishPdf(source, options));
export const isTagged = (job: PrintJob): boolean => job.tagged;
export const detail: string = new InvalidPdfOption('').detail;
// @ts-expect-error a source is not a path
await finishPdf('file.pdf', {} as Finish);
`;

describe('@platen/pdf, packed and installed in an empty project', () => {
  testPacked({
    folder: 'packages/pdf',
    needs: ['packages/meter'],
    program: PROGRAM,
    prints: '4 true\n',
    typed: TYPED,
  });
});
