import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { batchAnswer } from '../../../../schema/api/batches.ts';
import { migrate, operate } from '../../support/service.ts';
import { shaped } from '../../support/shape.ts';
import { anotherWorkspace, type Insider, invited, ORIGIN, setUpOwner } from '../../support/visitor.ts';

let owner: Insider;
let admin: Insider;
let stranger: Insider;
let templateId: string;

beforeAll(async () => {
  await migrate();
  owner = await setUpOwner();
  [admin, stranger] = await Promise.all([invited(owner, 'admin'), anotherWorkspace(owner)]);
  // The plan of a new workspace allows two open batches.
  await operate('PATCH', `/workspaces/${owner.workspaceId}`, { plan: 'scale' });
  const { body } = await operate('PUT', '/templates', {
    workspaceId: owner.workspaceId,
    name: 'Statement',
    content: '<p>{{name}}</p>',
    dataSchema: { type: 'object', properties: { name: { type: 'string' } } },
  });
  templateId = String(body.id);
});

const ROWS = [
  { externalId: 'A', templateData: { name: 'Ada' } },
  { externalId: 'B', templateData: { name: 7 } },
];

interface Start {
  readonly who?: Insider;
  readonly settings?: object;
  readonly rows?: readonly unknown[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}

async function start({ who = admin, settings = {}, rows = ROWS, headers = {}, query = 'live' }: Start = {}) {
  const body = [{ templateId, ...settings }, ...rows].map((line) => `${JSON.stringify(line)}\n`).join('');
  const path = `/workspaces/${owner.workspaceId}/batches?environment=${query}`;
  const response = await who.visitor.fetch(path, {
    method: 'POST',
    headers: { Origin: ORIGIN, 'Content-Type': 'application/x-ndjson', ...headers },
    body,
  });
  const answer = await response.json<{ error?: { code: string; details?: string[] } }>();
  return { status: response.status, headers: response.headers, answer, error: answer.error };
}

const trail = async (): Promise<{ action: string }[]> => {
  const { body } = await owner.visitor.get(`/workspaces/${owner.workspaceId}/audit`);
  return (body.data as { action: string }[]).filter(({ action }) => action === 'batch.started');
};

const listed = async (): Promise<unknown[]> =>
  (await owner.visitor.get(`/workspaces/${owner.workspaceId}/batches`)).body.data as unknown[];

describe('a batch that a person starts', () => {
  test('is accepted row by row as with a key, and is in the audit trail with its person', async () => {
    const { status, answer } = await start();
    expect(status, JSON.stringify(answer)).toBe(202);
    const { data } = shaped(batchAnswer, answer);
    expect(data).toMatchObject({
      environment: 'live',
      templateId: `${templateId}@1`,
      rows: { total: 2, queued: 1, failed: 1 },
    });
    expect((await trail())[0]).toMatchObject({
      actor: `person:${admin.personId}`,
      subject: data.batchId,
      detail: { rows: 2, environment: 'live', template: `${templateId}@1` },
    });
    expect(await env.BATCH_DESK.getByName(data.batchId).consumerOrder()).toMatchObject({
      keyId: admin.personId,
      environment: 'live',
    });
  });

  test('that is sent again with its key is made and recorded once', async () => {
    const headers = { 'Idempotency-Key': 'one' };
    const first = shaped(batchAnswer, (await start({ headers, query: 'test' })).answer).data;
    const entries = await trail();
    const again = await start({ headers, query: 'test' });
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(shaped(batchAnswer, again.answer).data.batchId).toBe(first.batchId);
    expect(await trail()).toEqual(entries);
    expect((await start({ headers, query: 'test', rows: [ROWS[0]] })).error?.code).toBe(
      'IDEMPOTENCY_CONFLICT',
    );
  });

  test('that cannot be accepted leaves no batch and no entry', async () => {
    const [batches, entries] = [await listed(), await trail()];
    const stops = await start({ settings: { onRowError: 'stop' } });
    expect(stops.error).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(stops.error?.details?.[0]).toMatch(/^rows\[1\]\.templateData\.name: /);
    expect((await start({ query: 'neither' })).error?.code).toBe('VALIDATION_ERROR');
    expect((await start({ headers: { 'Content-Type': 'text/csv' } })).error?.code).toBe('VALIDATION_ERROR');
    const theirs = { templateId: 'tpl_none' };
    expect((await start({ settings: theirs })).error?.code).toBe('TEMPLATE_NOT_FOUND');
    expect((await start({ who: stranger })).error?.code).toBe('WORKSPACE_NOT_FOUND');
    expect((await start({ headers: { Origin: 'https://evil.test' } })).error?.code).toBe('ORIGIN_REFUSED');
    expect(await listed()).toEqual(batches);
    expect(await trail()).toEqual(entries);
  });
});
