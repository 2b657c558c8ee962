import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { OPERATOR } from '../../../../worker/ctx.ts';
import { buildServices } from '../../../../worker/services.ts';
import { CredentialVault } from '../../../../worker/adapters/secrets/credential-vault.ts';
import { selectTargets } from '../../../../worker/adapters/d1/targets.ts';
import { reencryptTargets } from '../../../../worker/verbs/targets/reencrypt-targets.ts';
import { requestTime } from '../../support/ctx.ts';
import { call, migrate, newWorkspace, operate, postJson } from '../../support/service.ts';
import { addTarget, s3Target, supabaseTarget } from '../../support/targets.ts';

beforeAll(migrate);

const errorOf = (body: Record<string, unknown>) =>
  body.error as { code: string; message: string; details?: string[] };

const listOf = async (workspaceId: string) =>
  (await operate('GET', `/targets?workspaceId=${workspaceId}`)).body.targets as Record<string, unknown>[];

describe('a target', () => {
  test.each([
    ['s3', s3Target, { endpoint: inject('s3').endpoint, region: 'auto' }],
    ['supabase', supabaseTarget, { endpoint: inject('supabase').endpoint, region: null }],
  ])(
    'of the kind %s is tried out and saved, and shown without its credentials',
    async (provider, target, more) => {
      const workspaceId = await newWorkspace();
      const request = target(workspaceId);
      const created = await operate('POST', '/targets', request);
      expect(created).toEqual({
        status: 201,
        body: {
          id: expect.stringMatching(/^tgt_/),
          workspaceId,
          name: request.name,
          provider,
          ...more,
          bucket: 'pdfs',
          keyPrefix: '',
          keyPattern: '{yyyy}/{mm}/{fileId}-{filename}.pdf',
          createdAt: expect.any(String),
        },
      });
      expect(await listOf(workspaceId)).toEqual([created.body]);
    },
  );

  test('is kept with its credentials sealed, and they are not logged', async () => {
    const lines: string[] = [];
    const listen = (line: unknown) => void lines.push(String(line));
    const spies = (['log', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(listen),
    );
    const workspaceId = await newWorkspace();
    const id = await addTarget(s3Target(workspaceId));
    await operate(
      'POST',
      '/targets',
      s3Target(workspaceId, { name: 'wrong', secretAccessKey: 'a-wrong-secret-key' }),
    );
    for (const spy of spies) spy.mockRestore();
    const row = await env.DB.prepare('SELECT * FROM targets WHERE id = ?').bind(id).first();
    expect(row?.credentials).toMatch(/^tests\.[\w-]+\.[\w-]+$/);
    const { secretAccessKey, accessKeyId } = inject('s3');
    for (const secret of [secretAccessKey, accessKeyId, 'a-wrong-secret-key']) {
      expect(JSON.stringify(row)).not.toContain(secret);
      expect(lines.join('\n')).not.toContain(secret);
    }
    expect(lines.length).toBeGreaterThan(0);
  });

  test('leaves nothing of the trial in the store', async () => {
    const workspaceId = await newWorkspace();
    await addTarget(s3Target(workspaceId, { keyPrefix: `trial/${workspaceId}` }));
    const { services, target } = await saved(workspaceId);
    const { openTarget } = await import('../../../../worker/verbs/targets/open-target.ts');
    const store = await openTarget({ services }, target);
    const signal = AbortSignal.timeout(120_000);
    // Whoever can sign can list: the query is not part of what the store's interface offers.
    const { AwsClient } = await import('aws4fetch');
    const { endpoint, ...keys } = inject('s3');
    const client = new AwsClient({ ...keys, service: 's3', region: 'auto' });
    const request = await client.sign(`${endpoint}/pdfs?list-type=2&prefix=trial/${workspaceId}`);
    const listing = await (await fetch(request)).text();
    expect(listing).toContain('<KeyCount>0</KeyCount>');
    await store.delete('trial/none.pdf', signal);
  });

  test.each([
    ['a wrong secret', s3Target, { secretAccessKey: 'wrong' }, 'put', 'SignatureDoesNotMatch'],
    ['an unknown access key', s3Target, { accessKeyId: 'AKIANOBODY' }, 'put', 'Unauthorized'],
    ['a missing bucket', s3Target, { bucket: 'no-such-bucket' }, 'put', 'NoSuchBucket'],
    [
      'a foreign service key',
      supabaseTarget,
      { serviceKey: inject('supabase').foreignKey },
      'put',
      'signature verification failed',
    ],
    ['a key that is no JWT', supabaseTarget, { serviceKey: 'sb_secret_x' }, 'put', 'Invalid Compact JWS'],
    ['a missing bucket', supabaseTarget, { bucket: 'no-such-bucket' }, 'put', 'Bucket not found'],
    ['addresses that expire at once', supabaseTarget, { bucket: 'yesterday' }, 'get', 'HTTP 400'],
    [
      'a server that is not there',
      s3Target,
      { endpoint: 'http://127.0.0.1:9' },
      'put',
      'could not be reached',
    ],
    ['a server that is no store', supabaseTarget, { url: inject('s3').endpoint }, 'put', ''],
  ])('with %s is not saved, and the store says why: %#', async (_, target, more, step, words) => {
    const workspaceId = await newWorkspace();
    const { status, body } = await operate('POST', '/targets', target(workspaceId, more));
    expect([status, errorOf(body).code]).toEqual([422, 'TARGET_REJECTED']);
    expect(errorOf(body).message).toContain(`failed at "${step}"`);
    expect(errorOf(body).message).toContain(words);
    expect(await listOf(workspaceId)).toEqual([]);
  });

  test.each([
    [{ provider: 'ftp' }, 'provider: must be one of s3, supabase'],
    [{ endpoint: 'https://10.0.0.1' }, 'endpoint: must not be a private or reserved address'],
    [{ endpoint: 'https://minio' }, 'endpoint: must not be a private or reserved name'],
    [{ endpoint: 'no address' }, 'endpoint: must be an absolute URL'],
    [{ endpoint: 'https://files.dev/?a=b' }, 'endpoint: must end with the path'],
    [{ bucket: '..' }, 'bucket: must have 1 to 100 letters, digits, dots, hyphens or underscores'],
    [{ bucket: 'a/b' }, 'bucket: must have 1 to 100 letters, digits, dots, hyphens or underscores'],
    [{ keyPrefix: '../other' }, 'keyPrefix: must not contain . or .. as a folder'],
    [{ keyPattern: '{filename}.pdf' }, 'keyPattern: must contain {fileId}'],
    [{ name: ' ' }, 'name: must have 1 character or more'],
    [{ accessKeyId: undefined }, 'accessKeyId: is required'],
  ])('with %j is a validation error', async (more, detail) => {
    const { status, body } = await operate('POST', '/targets', s3Target(await newWorkspace(), more));
    expect([status, errorOf(body).code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(errorOf(body).details).toEqual([detail]);
  });

  test('of a workspace that does not exist is not saved', async () => {
    expect((await operate('POST', '/targets', s3Target('ws_none'))).status).toBe(404);
  });

  test('has a name that no other target of the workspace has', async () => {
    const workspaceId = await newWorkspace();
    await addTarget(s3Target(workspaceId));
    const { body } = await operate('POST', '/targets', supabaseTarget(workspaceId, { name: 'archive' }));
    expect(errorOf(body).details).toEqual(['name: is the name of another target']);
    await addTarget(s3Target(await newWorkspace()));
  });

  test('is one of five at most', async () => {
    const workspaceId = await newWorkspace();
    for (let number = 1; number <= 5; number += 1) {
      await addTarget(supabaseTarget(workspaceId, { name: `target ${number}` }));
    }
    const { body } = await operate('POST', '/targets', supabaseTarget(workspaceId, { name: 'target 6' }));
    expect(errorOf(body).details).toEqual(['workspaceId: has 5 targets, the maximum']);
  });

  test('is one of five at most, also if they are created in parallel', async () => {
    const workspaceId = await newWorkspace();
    const names = Array.from({ length: 8 }, (_, number) => `parallel ${number}`);
    const created = await Promise.all(
      names.map((name) => operate('POST', '/targets', supabaseTarget(workspaceId, { name }))),
    );
    expect(created.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(await listOf(workspaceId)).toHaveLength(5);
  });

  test.each([
    ['number', (at: number) => ({ name: `target ${at}` }), 5, 'workspaceId: has 5 targets, the maximum'],
    ['name', () => ({ name: 'same' }), 1, 'name: is the name of another target'],
  ])('has limits that hold under parallel creation: its %s', async (_, more, most, problem) => {
    const workspaceId = await newWorkspace();
    const creations = Array.from({ length: 7 }, (__, at) =>
      operate('POST', '/targets', supabaseTarget(workspaceId, more(at))),
    );
    const answers = await Promise.all(creations);
    const refused = answers.filter(({ status }) => status === 400);
    expect(refused).toHaveLength(7 - most);
    for (const { body } of refused) expect(errorOf(body).details).toContain(problem);
    const rows = await env.DB.prepare('SELECT position FROM targets WHERE workspace_id = ? ORDER BY position')
      .bind(workspaceId)
      .run();
    expect(rows.results).toEqual(Array.from({ length: most }, (__, at) => ({ position: at + 1 })));
  });

  test('needs an installation with a credentials key, on the public internet', async () => {
    const target = s3Target(await newWorkspace());
    const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}` };
    const { CREDENTIALS_KEY: _, ...withoutKey } = env;
    expect((await call('/operator/targets', postJson(target, headers), withoutKey)).status).toBe(501);
    const deployed = { ...env, LOCAL_DEVELOPMENT: 'false', PUBLIC_URL: 'https://platen.test' };
    const response = await call('/operator/targets', postJson(target, headers), deployed);
    expect(await response.json()).toMatchObject({ error: { details: ['endpoint: must be https'] } });
  });
});

describe('the targets of a workspace', () => {
  test('keep the order in which they were made, until they are put in another', async () => {
    const workspaceId = await newWorkspace();
    const first = await addTarget(supabaseTarget(workspaceId, { name: 'one' }));
    const second = await addTarget(s3Target(workspaceId, { name: 'two' }));
    const third = await addTarget(supabaseTarget(workspaceId, { name: 'three' }));
    expect((await listOf(workspaceId)).map(({ id }) => id)).toEqual([first, second, third]);
    const ids = [third, first, second];
    const { status } = await operate('PUT', '/targets/order', { workspaceId, ids });
    expect(status).toBe(200);
    expect((await listOf(workspaceId)).map(({ id }) => id)).toEqual(ids);
  });

  test('are all named when they are put in order', async () => {
    const workspaceId = await newWorkspace();
    const first = await addTarget(supabaseTarget(workspaceId, { name: 'one' }));
    const second = await addTarget(supabaseTarget(workspaceId, { name: 'two' }));
    for (const ids of [[first], [first, first], [first, 'tgt_other'], [first, second, second]]) {
      const { body } = await operate('PUT', '/targets/order', { workspaceId, ids });
      expect(errorOf(body).details).toEqual(['ids: must name every target of the workspace once']);
    }
  });

  test('are removed one by one', async () => {
    const workspaceId = await newWorkspace();
    const id = await addTarget(supabaseTarget(workspaceId));
    expect(await operate('DELETE', `/targets/${id}`)).toEqual({ status: 200, body: { id, deleted: true } });
    expect(await listOf(workspaceId)).toEqual([]);
    expect((await operate('DELETE', `/targets/${id}`)).status).toBe(404);
  });

  test('go with the workspace, their credentials too', async () => {
    const workspaceId = await newWorkspace();
    await addTarget(supabaseTarget(workspaceId));
    await operate('DELETE', `/workspaces/${workspaceId}`);
    const row = await env.DB.prepare('SELECT id FROM targets WHERE workspace_id = ?')
      .bind(workspaceId)
      .first();
    expect(row).toBeNull();
  });

  test('leave their marks in the audit trail', async () => {
    const workspaceId = await newWorkspace();
    const id = await addTarget(supabaseTarget(workspaceId));
    await operate('PUT', '/targets/order', { workspaceId, ids: [id] });
    await operate('DELETE', `/targets/${id}`);
    const { results } = await env.DB.prepare(
      "SELECT actor, action, subject FROM audit_trail WHERE workspace_id = ? AND action LIKE 'target.%' ORDER BY id",
    )
      .bind(workspaceId)
      .all();
    expect(results).toEqual(
      ['target.created', 'target.ordered', 'target.deleted'].map((action) => ({
        actor: 'operator',
        action,
        subject: id,
      })),
    );
  });
});

describe('a rotated credentials key', () => {
  const NEW_KEY = `next:${new Uint8Array(32).fill(9).toBase64()}`;

  test('opens what the old one sealed, and seals it again on demand', async () => {
    const workspaceId = await newWorkspace();
    await addTarget(s3Target(workspaceId));
    const { services } = await saved(workspaceId);
    const rotated = { ...services, vault: new CredentialVault(NEW_KEY, [String(env.CREDENTIALS_KEY)]) };
    const { reencrypted, unreadable } = await reencryptTargets({
      services: rotated,
      actor: OPERATOR,
      time: requestTime(),
    });
    expect(reencrypted).toBeGreaterThan(0);
    expect(unreadable).toEqual([]);
    expect(await reencryptTargets({ services: rotated, actor: OPERATOR, time: requestTime() })).toEqual({
      reencrypted: 0,
      unreadable: [],
    });

    const { target } = await saved(workspaceId);
    expect(target.credentials).toMatch(/^next\./);
    const { openTarget } = await import('../../../../worker/verbs/targets/open-target.ts');
    const store = await openTarget(
      { services: { ...services, vault: new CredentialVault(NEW_KEY) } },
      target,
    );
    await store.delete('none.pdf', AbortSignal.timeout(120_000));
    const back = { ...services, vault: new CredentialVault(String(env.CREDENTIALS_KEY), [NEW_KEY]) };
    await reencryptTargets({ services: back, actor: OPERATOR, time: requestTime() });
  });

  test('names the targets whose key is gone, and the route answers with the counts', async () => {
    const workspaceId = await newWorkspace();
    const id = await addTarget(s3Target(workspaceId));
    await env.DB.prepare("UPDATE targets SET credentials = 'gone.AAAA.AAAA' WHERE id = ?").bind(id).run();
    const answer = await operate('POST', '/targets/reencrypt');
    expect(answer).toEqual({ status: 200, body: { reencrypted: 0, unreadable: [id] } });
  });
});

async function saved(workspaceId: string) {
  const services = buildServices(env);
  const [target] = await selectTargets(services.database, workspaceId);
  if (target === undefined) throw new Error('The workspace has no target');
  return { services, target };
}
