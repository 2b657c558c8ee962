import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { type AuditEntry, auditPage } from '../../../../schema/console/usage.ts';
import { ask, migrate, newKey, operate } from '../../support/service.ts';
import { shaped } from '../../support/shape.ts';
import { anotherWorkspace, type Insider, invited, setUpOwner } from '../../support/visitor.ts';

let owner: Insider;
let stranger: Insider;

beforeAll(async () => {
  await migrate();
  owner = await setUpOwner();
  stranger = await anotherWorkspace(owner);
});

const page = async (query = '', who = owner) => {
  const { body } = await who.visitor.get(`/workspaces/${who.workspaceId}/audit${query}`);
  return shaped(auditPage, body);
};

const latest = async (): Promise<AuditEntry | undefined> => (await page('?limit=1')).data[0];

describe('the audit trail', () => {
  test('calls people and keys by their names, and the operator nothing', async () => {
    const path = `/workspaces/${owner.workspaceId}/templates`;
    await owner.visitor.post(path, { name: 'by a person', content: '<p></p>' });
    expect(await latest()).toMatchObject({
      actor: `person:${owner.personId}`,
      actorName: 'Olga Owner',
      action: 'template.created',
      detail: { name: 'by a person' },
    });
    const { id, value } = await newKey(owner.workspaceId, { name: 'ci', permissions: ['template.write'] });
    expect(await latest()).toMatchObject({ actor: 'operator', actorName: null, action: 'key.created' });
    await ask(value, 'POST', '/v1/templates', { name: 'by a key', content: '<p></p>' });
    expect(await latest()).toMatchObject({ actor: `key:${id}`, actorName: 'ci' });
  });

  test('has no password of a template or of its settings', async () => {
    const path = `/workspaces/${owner.workspaceId}/templates`;
    const { body } = await owner.visitor.post(path, {
      name: 'sealed',
      content: '<p>hunter2-content</p>',
      settings: { encryption: { userPassword: '{{secretOfTheReader}}' } },
    });
    const { id } = JSON.parse(JSON.stringify(body)).data;
    await owner.visitor.post(`${path}/${id}/publish`, { version: 1 });
    const entries = JSON.stringify(await page('?limit=10'));
    expect(entries).toContain('sealed');
    expect(entries).not.toMatch(/hunter2|secretOfTheReader|userPassword/);
  });

  test('has no name for somebody who is gone', async () => {
    const guest = await invited(owner, 'member');
    await guest.visitor.post(`/workspaces/${owner.workspaceId}/templates`, { name: 'left', content: 'x' });
    await env.DB.prepare('DELETE FROM people WHERE id = ?').bind(guest.personId).run();
    expect(await latest()).toMatchObject({ actor: `person:${guest.personId}`, actorName: null });
  });

  test('comes in pages, newest first, each entry once', async () => {
    for (let at = 0; at < 4; at += 1) {
      await operate('PATCH', `/workspaces/${owner.workspaceId}`, { credits: at });
    }
    const all = (await page('?limit=200')).data.map(({ id }) => id);
    const seen: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const one: Awaited<ReturnType<typeof page>> = await page(
        `?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...one.data.map(({ id }) => id));
      cursor = one.nextCursor;
    }
    expect(seen).toEqual(all);
    expect(all).toEqual(all.toSorted((one, other) => other - one));
  });

  test('is refused a cursor that it has not given', async () => {
    const { status, body } = await owner.visitor.get(`/workspaces/${owner.workspaceId}/audit?cursor=abc`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { details: ['cursor: must be the nextCursor of a page'] } });
  });

  test('keeps the newest 1,000 changes of each kind, so that a flood of one kind hides no other', async () => {
    const flooded = await anotherWorkspace(owner);
    const neighbour = await anotherWorkspace(owner);
    const count = async (of: Insider) =>
      await env.DB.prepare(
        `SELECT action, COUNT(*) AS rows, MIN(at) AS oldest FROM audit_trail WHERE workspace_id = ?
         GROUP BY action ORDER BY oldest DESC, action`,
      )
        .bind(of.workspaceId)
        .all<{ action: string; rows: number; oldest: string }>();
    const before = await Promise.all([count(flooded), count(neighbour)]);
    await env.DB.prepare(
      `WITH RECURSIVE n (n) AS (SELECT 10000 UNION ALL SELECT n + 1 FROM n WHERE n < 11004)
       INSERT INTO audit_trail (workspace_id, at, actor, action, subject, detail)
       SELECT ?, 'change ' || n, 'operator', 'template.changed', 'tpl_x', '{}' FROM n`,
    )
      .bind(flooded.workspaceId)
      .run();
    const after = await Promise.all([count(flooded), count(neighbour)]);
    expect(after[0].results).toEqual([
      { action: 'template.changed', rows: 1_000, oldest: 'change 10005' },
      ...before[0].results,
    ]);
    expect(after[1].results).toEqual(before[1].results);
  });

  test('shows nothing of another workspace', async () => {
    const { data } = await page('?limit=200', stranger);
    expect(data.length).toBeGreaterThan(0);
    const { results } = await env.DB.prepare(
      'SELECT id FROM audit_trail WHERE workspace_id = ? ORDER BY id DESC',
    )
      .bind(stranger.workspaceId)
      .run();
    expect(data.map(({ id }) => id)).toEqual(results.map(({ id }) => id));
  });
});
