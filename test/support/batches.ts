import { expect } from 'vitest';
import { z } from 'zod';
import { type Batch, batch, type BatchRow, batchRow } from '../../schema/api/batches.ts';
import type { Answer } from './answer.ts';
import { eventually } from './eventually.ts';
import { send, type Tenant } from './service-client.ts';

const answer = z.object({ success: z.literal(true), requestId: z.string(), data: batch });
const rowsAnswer = z.object({ data: z.array(batchRow), nextCursor: z.string().nullable() });

/** A template whose data has a schema. */
export async function putInvoice(tenant: Tenant): Promise<string> {
  const answered = await send('/v1/templates', {
    method: 'POST',
    headers: { 'X-API-Key': tenant.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'invoice',
      content: '<p>Invoice {{number}}: {{total}}</p>',
      settings: { outputName: 'invoice {{number}}' },
      dataSchema: {
        type: 'object',
        required: ['number', 'total'],
        properties: { number: { type: 'string' }, total: { type: 'number' } },
      },
    }),
  });
  expect(answered.status, answered.text).toBe(201);
  return z.object({ data: z.object({ id: z.string() }) }).parse(JSON.parse(answered.text)).data.id;
}

export const invoiceRow = (
  number: number,
): { externalId: string; templateData: Record<string, unknown> } => ({
  externalId: `A-${number}`,
  templateData: { number: `A-${number}`, total: number },
});

export const invoiceRows = (count: number) =>
  Array.from({ length: count }, (_, number) => invoiceRow(number));

export const postBatch = (
  tenant: Tenant,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  send('/v1/batches', {
    method: 'POST',
    headers: { 'X-API-Key': tenant.key, 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Asserts the answer to a batch that was accepted, and returns the batch. */
export function expectBatchAccepted(answered: Answer): Batch {
  expect(answered.status, answered.text).toBe(202);
  const { data } = answer.parse(JSON.parse(answered.text));
  expect(answered.headers.get('location')).toBe(`/v1/batches/${data.batchId}`);
  return data;
}

export function expectBatch(answered: Answer): Batch {
  expect(answered.status, answered.text).toBe(200);
  return answer.parse(JSON.parse(answered.text)).data;
}

export const acceptBatch = async (tenant: Tenant, body: unknown): Promise<Batch> =>
  expectBatchAccepted(await postBatch(tenant, body));

const askBatch = (tenant: Tenant, batchId: string, headers = {}): Promise<Answer> =>
  send(`/v1/batches/${batchId}`, { headers: { 'X-API-Key': tenant.key, ...headers } });

export const changeBatch = (
  tenant: Tenant,
  batchId: string,
  change: 'cancel' | 'resume' | 'retry-failed',
): Promise<Answer> =>
  send(`/v1/batches/${batchId}/${change}`, { method: 'POST', headers: { 'X-API-Key': tenant.key } });

export async function rowsOf(tenant: Tenant, batchId: string, query = ''): Promise<BatchRow[]> {
  const path = `/v1/batches/${batchId}/rows?limit=200${query}`;
  const answered = await send(path, { headers: { 'X-API-Key': tenant.key } });
  expect(answered.status, answered.text).toBe(200);
  return rowsAnswer.parse(JSON.parse(answered.text)).data;
}

/** Each read waits two seconds for the end, so that a test does not reach the plan's rate limit. */
export const batchIn = (tenant: Tenant, batchId: string, state: Batch['state']): Promise<Batch> =>
  eventually(async () => {
    const found = expectBatch(await askBatch(tenant, batchId, { Prefer: 'wait=2' }));
    expect(found.state, JSON.stringify(found)).toBe(state);
    return found;
  });
