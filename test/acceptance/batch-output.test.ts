import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { batch, type Batch } from '../../schema/api/batches.ts';
import type { Answer } from '../support/answer.ts';
import { eventually } from '../support/eventually.ts';
import { inspectPdf } from '../support/pdf.ts';
import { expectRefusal, send, Tenant } from '../support/service-client.ts';
import { readZip } from '../support/zip.ts';

const body = z.object({ data: batch });

const readBatch = (answer: Answer): Batch => body.parse(JSON.parse(answer.text)).data;

const TEMPLATE = '<h1>Invoice {{number}}</h1><p style="break-before: page">Total {{total}}</p>';

async function acceptBatch(tenant: Tenant, output: 'zip' | 'merged'): Promise<Batch> {
  const { id } = await tenant.putTemplate('invoice', TEMPLATE);
  const rows = ['A/17', 'A-18', 'Müller'].map((externalId, index) => ({
    externalId,
    templateData: { number: externalId, total: index },
  }));
  const answer = await send('/v1/batches', {
    method: 'POST',
    headers: { 'X-API-Key': tenant.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ templateId: id, output, rows }),
  });
  expect(answer.status, answer.text).toBe(202);
  return readBatch(answer);
}

const ended = (tenant: Tenant, batchId: string): Promise<Batch> =>
  eventually(async () => {
    const headers = { 'X-API-Key': tenant.key, Prefer: 'wait=2' };
    const found = readBatch(await send(`/v1/batches/${batchId}`, { headers }));
    expect(found.state, JSON.stringify(found)).toBe('completed');
    return found;
  });

async function download({ output }: Batch): Promise<Answer> {
  expect(output).toMatchObject({ state: 'ready', missing: 0, error: null });
  const answer = await send(output.url ?? '');
  expect(answer.status).toBe(200);
  expect(answer.bytes.byteLength).toBe(output.sizeBytes);
  return answer;
}

describe('the output of a batch', () => {
  test('is an archive with the PDF of each row, which costs no credit', async () => {
    const tenant = await Tenant.create();
    const accepted = await acceptBatch(tenant, 'zip');
    expect(accepted.output).toEqual({
      type: 'zip',
      state: 'pending',
      url: null,
      sizeBytes: null,
      missing: 0,
      error: null,
    });
    const made = await ended(tenant, accepted.batchId);
    const archive = await download(made);
    expect(archive.headers.get('content-type')).toBe('application/zip');
    expect(archive.headers.get('content-disposition')).toContain(`filename="${made.batchId}.zip"`);
    const entries = readZip(archive.bytes);
    expect(entries.map(({ name }) => name)).toEqual(['A-17.pdf', 'A-18.pdf', 'Müller.pdf']);
    for (const [index, { bytes }] of entries.entries()) {
      expect((await inspectPdf(bytes)).pages[1]?.text).toBe(`Total ${index}`);
    }
    expect(await tenant.quotaUsed()).toBe(3);
    expectRefusal(
      await send((made.output.url ?? '').replace('signature=', 'signature=x')),
      'SIGNATURE_INVALID',
    );
  });

  test('is one PDF with the pages of all rows, in the order of the rows', async () => {
    const tenant = await Tenant.create({ environment: 'test' });
    const { batchId } = await acceptBatch(tenant, 'merged');
    const merged = await download(await ended(tenant, batchId));
    expect(merged.headers.get('content-type')).toBe('application/pdf');
    const { pages } = await inspectPdf(merged.bytes);
    const texts = pages.map(({ text }) => text.replaceAll('TEST', '').trim());
    expect(texts).toEqual([
      'Invoice A/17',
      'Total 0',
      'Invoice A-18',
      'Total 1',
      'Invoice Müller',
      'Total 2',
    ]);
  });
});
