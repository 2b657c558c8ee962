import { env } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { inMemory, PdfReader } from '@platen/pdf';
import { newId } from '../../../../schema/ids.ts';
import {
  type AssembleInput,
  type Assembled,
  assembleOutput,
} from '../../../../worker/consumers/batches/output/assemble-output.ts';
import type { OutputRow } from '../../../../worker/consumers/batches/output/output-row.ts';
import { buildServices } from '../../../../worker/services.ts';
import { batchOutputKey, pdfKey } from '../../../../worker/adapters/r2/keys.ts';
import { readZip } from '../../../support/zip.ts';
import { tinyPdf } from '../../../support/tiny-pdf.ts';
import { variation } from '../../../support/thorough.ts';
import { unlimited } from '../../../support/unlimited.ts';

const services = buildServices(env);

const DAY_MS = 86_400_000;

async function keep(
  externalId: string,
  bytes: Uint8Array,
  expiresAt = Date.now() + DAY_MS,
): Promise<OutputRow> {
  const fileId = newId('file');
  await env.FILES.put(pdfKey(fileId), bytes, {
    customMetadata: { expiresAt: String(expiresAt) },
  });
  return { index: 0, externalId, fileId };
}

const keepAll = (names: readonly string[]): Promise<OutputRow[]> =>
  Promise.all(names.map((name) => keep(name, tinyPdf(name))));

async function* inOrder(rows: readonly OutputRow[]): AsyncGenerator<OutputRow> {
  yield* rows;
}

interface Attempt {
  readonly assembled: Assembled;
  readonly object: Awaited<ReturnType<typeof env.FILES.get>>;
}

async function assemble(rows: readonly OutputRow[], more: Partial<AssembleInput> = {}): Promise<Attempt> {
  const input = inputOf(rows, more);
  const assembled = await assembleOutput({ services }, input);
  return {
    assembled,
    object: await env.FILES.get(batchOutputKey(input.batchId, input.outputId)),
  };
}

const inputOf = (rows: readonly OutputRow[], more: Partial<AssembleInput>): AssembleInput => ({
  batchId: newId('batch'),
  workspaceId: 'ws_one',
  type: 'zip',
  outputId: newId('output'),
  rows: inOrder(rows),
  createdAt: Date.parse('2026-11-21T15:24:30Z'),
  expiresAt: Date.now() + DAY_MS,
  maxBytes: 1_000_000_000,
  onPiece: () => Promise.resolve(),
  ...more,
});

const bytesOf = async ({ object }: Attempt): Promise<Uint8Array> => {
  if (object === null) throw new Error('There is no output');
  return new Uint8Array(await object.arrayBuffer());
};

const textOf = async (attempt: Attempt): Promise<string> =>
  new TextDecoder('latin1').decode(await bytesOf(attempt));

/** The objects of a merged PDF, which are packed, or the bytes of an archive. */
async function contentOf(attempt: Attempt): Promise<string> {
  if (attempt.object?.httpMetadata?.contentType !== 'application/pdf') return textOf(attempt);
  const reader = await PdfReader.open(inMemory(await bytesOf(attempt)), unlimited());
  const objects = await Promise.all(reader.idsInOrder().map((id) => reader.object(id)));
  return objects.map(({ text }) => text).join('\n');
}

/** Fails, and leaves no object. */
async function failsWith(input: AssembleInput): Promise<unknown> {
  const failure: unknown = await assembleOutput({ services }, input).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(await env.FILES.head(batchOutputKey(input.batchId, input.outputId))).toBeNull();
  return failure;
}

describe('an archive', () => {
  test('has the PDF of each row in order, named by its externalId', async () => {
    const names = ['A-17', 'b/c', 'A-17?', '請求書'];
    const attempt = await assemble(await keepAll(names));
    const bytes = await bytesOf(attempt);
    expect(attempt.assembled).toEqual({
      outcome: 'made',
      sizeBytes: bytes.byteLength,
      missing: 0,
    });
    const entries = readZip(bytes);
    expect(entries.map(({ name }) => name)).toEqual(['A-17.pdf', 'b-c.pdf', 'A-17-.pdf', '請求書.pdf']);
    for (const [index, name] of names.entries()) expect(entries[index]?.bytes).toEqual(tinyPdf(name));
  });

  test('has what a download needs', async () => {
    const expiresAt = Date.now() + DAY_MS;
    const { object } = await assemble(await keepAll(['a']), {
      batchId: newId('batch'),
      expiresAt,
    });
    expect(object?.httpMetadata?.contentType).toBe('application/zip');
    expect(object?.httpMetadata?.contentDisposition).toMatch(/^attachment; filename="batch_\w+\.zip"/);
    expect(object?.customMetadata).toEqual({
      workspaceId: 'ws_one',
      expiresAt: String(expiresAt),
    });
  });

  variation('of several parts is the same as its PDFs, large ones too', async () => {
    const random = Buffer.from(crypto.getRandomValues(new Uint8Array(65_521)));
    const pdfs = [300_000, 9_000_001, 999_999].map((size) => Buffer.alloc(size, random));
    const rows: OutputRow[] = [];
    for (const [index, pdf] of pdfs.entries()) rows.push(await keep(`${index}`, pdf));
    const entries = readZip(await bytesOf(await assemble(rows)));
    expect(entries).toHaveLength(pdfs.length);
    for (const [index, { bytes }] of entries.entries()) expect(pdfs[index]?.equals(bytes)).toBe(true);
  });
});

describe('a merged PDF', () => {
  test('has the pages of each row in order, with a bookmark', async () => {
    const attempt = await assemble(await keepAll(['A-17', 'B']), {
      type: 'merged',
    });
    expect(attempt.object?.httpMetadata?.contentType).toBe('application/pdf');
    const text = await contentOf(attempt);
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(2);
    expect(text).toMatch(/\/Title <FEFF0041002D00310037>[\s\S]*\/Title <FEFF0042>/);
    expect(text).toContain('/Count 2');
  });

  variation('of large PDFs is read and written in pieces', async () => {
    const rows = [
      await keep('small', tinyPdf('small')),
      await keep('large', tinyPdf('large', 9_500_000)),
      await keep('other', tinyPdf('other', 1_000_001)),
    ];
    const attempt = await assemble(rows, { type: 'merged' });
    const bytes = await bytesOf(attempt);
    expect(await (await PdfReader.open(inMemory(bytes), unlimited())).pageCount()).toBe(3);
    const text = new TextDecoder('latin1').decode(bytes);
    expect(text.indexOf('\nendstream', text.indexOf('xxx'))).toBe(text.indexOf('xxx') + 9_500_000);
    expect(text.endsWith('%%EOF\n')).toBe(true);
  });

  variation('has what its rows share once, as many as they are', async () => {
    const rows = await Promise.all(
      Array.from({ length: 200 }, (_, index) => keep(`i${index}`, tinyPdf('a logo', 40_000))),
    );
    const { object } = await assemble(rows, { type: 'merged' });
    const reader = await PdfReader.open(
      inMemory(await bytesOf({ assembled: { outcome: 'empty' }, object })),
      unlimited(),
    );
    expect(await reader.pageCount()).toBe(200);
    expect(object?.size).toBeLessThan(60_000);
  });

  test('is not made from a PDF that is damaged, and the error names its row', async () => {
    const broken = new TextEncoder().encode('%PDF-1.4 and nothing else');
    const rows = [await keep('good', tinyPdf('good')), await keep('A-18', broken)];
    expect(await failsWith(inputOf(rows, { type: 'merged' }))).toMatchObject({
      code: 'PDF_GENERATION_FAILED',
      details: [expect.stringContaining('"A-18"')],
    });
  });
});

describe.each(['zip', 'merged'] as const)('%s', (type) => {
  test('leaves out PDFs that were deleted or whose retention has ended, and counts them', async () => {
    const [first, second, third] = await keepAll(['first', 'second', 'third']);
    const expired = await keep('expired', tinyPdf('expired'), Date.now() - 1);
    if (!first || !second || !third) throw new Error('There are three rows');
    await env.FILES.delete(pdfKey(second.fileId));
    const attempt = await assemble([first, second, expired, third], { type });
    expect(attempt.assembled).toMatchObject({ outcome: 'made', missing: 2 });
    expect((await contentOf(attempt)).match(/\/Type \/Page\b/g)).toHaveLength(2);
  });

  test('is empty if all PDFs were deleted', async () => {
    const attempt = await assemble([{ index: 0, externalId: 'a', fileId: newId('file') }], { type });
    expect(attempt).toEqual({ assembled: { outcome: 'empty' }, object: null });
  });

  test('has a limit', async () => {
    const rows = await keepAll(['a', 'b', 'c']);
    expect(await failsWith(inputOf(rows, { type, maxBytes: 700 }))).toMatchObject({
      code: 'OUTPUT_TOO_LARGE',
      message: 'The output of the batch would have more than 700 bytes.',
    });
  });

  test('ends when its caller says so', async () => {
    const onPiece = () => Promise.reject(new Error('The batch was canceled'));
    const input = inputOf(await keepAll(['a', 'b']), { type, onPiece });
    expect(String(await failsWith(input))).toContain('The batch was canceled');
  });

  variation(
    'that loses a PDF or its rows on the way leaves nothing, and the next attempt makes it',
    async () => {
      const rows = [
        await keep('large', tinyPdf('large', 9_000_000)),
        await keep('lost', tinyPdf('lost', 2_000_000)),
      ];
      const lose = async function* () {
        yield* rows;
        // Both were looked at.
        for (const [, other] of [rows]) await env.FILES.delete(pdfKey(other?.fileId ?? ''));
        throw new Error('The desk is away');
      };
      expect(String(await failsWith(inputOf([], { type, rows: lose() })))).toMatch(/away|deleted/);
      const attempt = await assemble(rows, { type });
      expect(attempt.assembled).toMatchObject({ outcome: 'made', missing: 1 });
    },
  );
});
