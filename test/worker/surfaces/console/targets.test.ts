import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { targetAnswer, targetsAnswer, testedTargetAnswer } from '../../../../schema/console/targets.ts';
import { ask, migrate, newKey } from '../../support/service.ts';
import { shaped } from '../../support/shape.ts';
import { s3Target, supabaseTarget } from '../../support/targets.ts';
import { anotherWorkspace, type Insider, invited, setUpOwner } from '../../support/visitor.ts';
import { variation } from '../../../support/thorough.ts';

let instanceOwner: Insider;
/** Each test has a workspace without targets. */
let owner: Insider;

beforeAll(async () => {
  await migrate();
  instanceOwner = await setUpOwner();
});

beforeEach(async () => {
  owner = await anotherWorkspace(instanceOwner);
});

const send = (method: string, path: string, body?: unknown, who = owner) =>
  who.visitor.send(method, `/workspaces/${who.workspaceId}/targets${path}`, body);

const S3 = { ...s3Target(''), workspaceId: undefined };
const SUPABASE = { ...supabaseTarget(''), workspaceId: undefined };

async function add(target: object): Promise<string> {
  const { status, body } = await send('POST', '', target);
  expect([status, body]).toEqual([201, expect.anything()]);
  return shaped(targetAnswer, body).data.id;
}

const list = async (who = owner) => shaped(targetsAnswer, (await send('GET', '', undefined, who)).body).data;

const testTarget = async (id: string) =>
  shaped(testedTargetAnswer, (await send('POST', `/${id}/test`)).body).data;

describe('a target in the dashboard', () => {
  test('is tried out, saved, and never shows its credentials again', async () => {
    await add(S3);
    await add(SUPABASE);
    const { targets } = await list();
    expect(targets).toMatchObject([
      { name: 'archive', provider: 's3', bucket: 'pdfs', workspaceId: owner.workspaceId },
      { name: 'backup', provider: 'supabase', bucket: 'pdfs' },
    ]);
    const told = JSON.stringify(targets);
    expect(told).not.toContain(S3.secretAccessKey);
    expect(told).not.toContain(SUPABASE.serviceKey);
  });

  test('that does not work is not saved, and the store is quoted', async () => {
    const { status, code, body } = await send('POST', '', { ...S3, bucket: 'no-such-bucket' });
    expect([status, code]).toEqual([422, 'TARGET_REJECTED']);
    expect(body).toMatchObject({ error: { message: expect.stringMatching(/"put": .*bucket/i) } });
    expect(await list()).toEqual({ targets: [] });
  });

  test.each([
    ['provider', { ...S3, provider: 'ftp' }],
    ['bucket', { ...S3, bucket: '../x' }],
    ['endpoint', { ...S3, endpoint: 'not an address' }],
    ['endpoint', { ...S3, endpoint: 'https://10.0.0.1' }],
    ['keyPattern', { ...S3, keyPattern: '{yyyy}/{secret}.pdf' }],
    ['serviceKey', { ...SUPABASE, serviceKey: '' }],
  ])('with a wrong %s is refused by the name of that field', async (field, target) => {
    const { status, body } = await send('POST', '', target);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { details: [expect.stringMatching(`^${field}: `)] } });
  });

  test('is tested whenever it is asked for', async () => {
    const id = await add(S3);
    expect(await testTarget(id)).toEqual({ works: true });
    await env.DB.prepare("UPDATE targets SET bucket = 'gone' WHERE id = ?").bind(id).run();
    expect(await testTarget(id)).toMatchObject({ works: false, problem: expect.stringMatching(/bucket/i) });
    await env.DB.prepare("UPDATE targets SET credentials = 'lost:AAAA.AAAA' WHERE id = ?").bind(id).run();
    expect(await testTarget(id)).toMatchObject({
      works: false,
      problem: expect.stringContaining('Create the target again'),
    });
  });

  test('is tried out ten times a minute by one person at most, the trial that saving it is among them', async () => {
    const id = await add(S3);
    for (let trial = 1; trial < 10; trial += 1) expect(await testTarget(id)).toEqual({ works: true });
    for (const refused of [await send('POST', `/${id}/test`), await send('POST', '', SUPABASE)]) {
      expect([refused.status, refused.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect((await list()).targets).toHaveLength(1);
    const admin = await invited(owner, 'admin');
    expect((await send('POST', `/${id}/test`, undefined, admin)).data).toEqual({ works: true });
  });

  variation('is moved before another, which answers to generate show', async () => {
    const [first, second] = [await add(S3), await add(SUPABASE)];
    const { status, body } = await send('PUT', '/order', { ids: [second, first] });
    expect(status).toBe(200);
    expect(shaped(targetsAnswer, body).data.targets.map(({ id }) => id)).toEqual([second, first]);
    expect((await list()).targets.map(({ id }) => id)).toEqual([second, first]);
  });

  variation('has no order that leaves one out, or names one twice', async () => {
    const [first, second] = [await add(S3), await add(SUPABASE)];
    for (const ids of [[first], [first, first], [first, second, 'tgt_none'], []]) {
      const { status, body } = await send('PUT', '/order', { ids });
      expect(status).toBe(400);
      expect(body).toMatchObject({ error: { details: [expect.stringMatching('^ids: ')] } });
    }
  });

  test('is removed for good', async () => {
    const id = await add(S3);
    expect(await send('DELETE', `/${id}`)).toMatchObject({ status: 200, data: { id, deleted: true } });
    expect(await list()).toEqual({ targets: [] });
    expect((await send('POST', `/${id}/test`)).code).toBe('TARGET_NOT_FOUND');
  });

  test('of another workspace does not exist, and stays', async () => {
    const id = await add(S3);
    const stranger = await anotherWorkspace(instanceOwner);
    expect((await send('DELETE', `/${id}`, undefined, stranger)).code).toBe('TARGET_NOT_FOUND');
    expect((await send('POST', `/${id}/test`, undefined, stranger)).code).toBe('TARGET_NOT_FOUND');
    expect((await send('PUT', '/order', { ids: [id] }, stranger)).status).toBe(400);
    expect(await list(stranger)).toEqual({ targets: [] });
    expect((await list()).targets).toHaveLength(1);
  });

  test('is seen by a member, who cannot change it', async () => {
    await add(S3);
    const member = await invited(owner, 'member');
    expect((await list(member)).targets).toHaveLength(1);
    expect((await send('POST', '', SUPABASE, member)).code).toBe('INSUFFICIENT_ROLE');
  });

  test('is in the audit trail under the name of the person who changed it', async () => {
    const id = await add(S3);
    await send('PUT', '/order', { ids: [id] });
    await send('DELETE', `/${id}`);
    const { results } = await env.DB.prepare(
      'SELECT actor, action FROM audit_trail WHERE subject = ? ORDER BY id',
    )
      .bind(id)
      .run();
    const actor = `person:${owner.personId}`;
    expect(results).toEqual(
      ['created', 'ordered', 'deleted'].map((verb) => ({ actor, action: `target.${verb}` })),
    );
  });

  variation('is what keys of the workspace copy to from then on', async () => {
    const { value } = await newKey(owner.workspaceId);
    await ask(value, 'GET', '/v1/usage');
    await add(S3);
    const stub = env.LEDGER.getByName(owner.workspaceId);
    const reservation = { fileId: 'file_none', environment: 'test' as const, deadline: Date.now() };
    const admission = await stub.admit({ keyId: 'key_a', plan: 'free', reservation });
    expect(admission).toMatchObject({ outcome: 'reserved', targetsVersion: 1 });
  });
});
