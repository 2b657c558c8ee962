import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call, codeOf, migrate, newKey, newWorkspace, operate } from '../../support/service.ts';

beforeAll(migrate);

let workspaceId: string;
let key: string;

beforeEach(async () => {
  workspaceId = await newWorkspace();
  ({ value: key } = await newKey(workspaceId, { permissions: ['audit.read'] }));
});

interface Line {
  readonly id: number;
  readonly at: string;
  readonly action: string;
  readonly workspaceId?: string;
}

const ask = (query = '', withKey = key) => call(`/v1/audit${query}`, { headers: { 'X-API-Key': withKey } });

async function linesOf(response: Response): Promise<Line[]> {
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson']);
  // workerd warns if `text()` reads a type that it does not know as text.
  const text = new TextDecoder().decode(await response.arrayBuffer());
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

/** More entries than one page of the database has. The bound of the trail is for each action. */
async function addEntries(count: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO audit_trail (workspace_id, at, actor, action, subject, detail)
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
     SELECT ?, printf('2040-11-20T12:%02d:%02d.000Z', i / 60, i % 60), 'operator',
       'template.' || CASE i % 2 WHEN 0 THEN 'created' ELSE 'changed' END, 'tpl_' || i, '{}' FROM n`,
  )
    .bind(count, workspaceId)
    .run();
}

describe('the export of an audit trail', () => {
  test('is NDJSON, oldest first, without the value of a key', async () => {
    const lines = await linesOf(await ask());
    expect(lines.map(({ action }) => action)).toEqual(['workspace.created', 'key.created']);
    expect(lines[1]).toMatchObject({ actor: 'operator', detail: { name: 'ci', environment: 'live' } });
    expect(JSON.stringify(lines)).not.toContain(key);
    expect(lines[0]).not.toHaveProperty('workspaceId');
  });

  test('has all entries of many pages, once and in order', async () => {
    await addEntries(1_203);
    const lines = await linesOf(await ask());
    expect(lines).toHaveLength(1_205);
    expect(lines.map(({ id }) => id)).toEqual(
      [...new Set(lines.map(({ id }) => id))].toSorted((one, other) => one - other),
    );
  });

  test('goes on after the last line that the client has', async () => {
    await addEntries(20);
    const all = await linesOf(await ask());
    const first = await linesOf(await ask('?limit=7'));
    const rest = await linesOf(await ask(`?after=${first.at(-1)?.id}`));
    expect(first).toHaveLength(7);
    expect([...first, ...rest]).toEqual(all);
    expect(await linesOf(await ask(`?after=${all.at(-1)?.id}`))).toEqual([]);
  });

  test('can be limited to a time, in any time zone', async () => {
    await addEntries(120);
    const query = new URLSearchParams({ from: '2040-11-20T13:01:00+01:00', to: '2040-11-20T12:01:30Z' });
    const lines = await linesOf(await ask(`?${query}`));
    expect(lines).toHaveLength(30);
    expect(lines[0]?.at).toBe('2040-11-20T12:01:00.000Z');
  });

  test.each(['?limit=0', '?limit=10001', '?after=-1', '?after=x', '?from=yesterday'])(
    'refuses %s',
    async (query) => {
      const response = await ask(query);
      expect([response.status, await codeOf(response)]).toEqual([400, 'VALIDATION_ERROR']);
    },
  );

  test('has nothing of another workspace', async () => {
    const other = await newWorkspace();
    const { value } = await newKey(other, { permissions: ['audit.read'] });
    const own = await linesOf(await ask());
    const others = await linesOf(await ask('', value));
    expect(own.filter(({ id }) => others.some((line) => line.id === id))).toEqual([]);
  });
});

describe('the export of the operator', () => {
  const exportAll = (query: string) =>
    call(`/operator/audit${query}`, { headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` } });

  test('has the entries of all workspaces with their ids, or those of one, also when it was deleted', async () => {
    await operate('DELETE', `/workspaces/${workspaceId}`);
    const other = await newWorkspace();
    const all = await linesOf(await exportAll(''));
    const of = (id: string) => all.filter((line) => line.workspaceId === id);
    expect(of(workspaceId).map(({ action }) => action)).toEqual([
      'workspace.created',
      'key.created',
      'workspace.deleted',
    ]);
    expect(of(other)).toHaveLength(1);
    expect(await linesOf(await exportAll(`?workspaceId=${workspaceId}`))).toEqual(
      of(workspaceId).map((line) => expect.objectContaining({ id: line.id, action: line.action })),
    );
  });

  test('needs the token', async () => {
    const response = await call('/operator/audit');
    expect([response.status, await codeOf(response)]).toEqual([401, 'INVALID_OPERATOR_TOKEN']);
  });
});
