import { describe, expect, test } from 'vitest';
import { expectGenerated, expectRefusal, HELLO, operator, Tenant } from '../support/service-client.ts';
import { variation } from '../support/thorough.ts';

const withKey = (key: string) => ({ 'Idempotency-Key': key });

describe('the same Idempotency-Key', () => {
  test('with the same body answers with the same file and spends nothing', async () => {
    const tenant = await Tenant.create();
    const first = await tenant.generate(HELLO, withKey('one'));
    const second = await tenant.generate(HELLO, withKey('one'));
    expect(expectGenerated(second).data).toMatchObject({
      fileId: expectGenerated(first).data.fileId,
      url: expectGenerated(first).data.url,
      size: expectGenerated(first).data.size,
      filename: expectGenerated(first).data.filename,
    });
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(expectGenerated(second).requestId).not.toBe(expectGenerated(first).requestId);
    expect(await tenant.quotaUsed()).toBe(1);
  });

  variation('compares bodies as JSON: white space and the order of fields do not matter', async () => {
    const tenant = await Tenant.create();
    const json = { 'Content-Type': 'application/json', ...withKey('spaces') };
    const first = await tenant.post('{"htmlContent":"<p>{{a}}</p>","templateData":{"a":1,"b":2}}', json);
    const second = await tenant.post(
      '{ "templateData": {"b": 2, "a": 1.0}, "htmlContent": "<p>{{a}}</p>" }',
      json,
    );
    expect(expectGenerated(second).data.fileId).toBe(expectGenerated(first).data.fileId);
  });

  test('with another body is an IDEMPOTENCY_CONFLICT', async () => {
    const tenant = await Tenant.create();
    expectGenerated(await tenant.generate(HELLO, withKey('one')));
    expectRefusal(
      await tenant.generate({ htmlContent: '<p>Other</p>' }, withKey('one')),
      'IDEMPOTENCY_CONFLICT',
    );
    expect(await tenant.quotaUsed()).toBe(1);
  });

  test('is shared by the API keys of a workspace, and by no other workspace', async () => {
    const [tenant, stranger] = await Promise.all([Tenant.create({ plan: 'starter' }), Tenant.create()]);
    const fileOf = async (one: Tenant) =>
      expectGenerated(await one.generate(HELLO, withKey('shared'))).data.fileId;
    const fileId = await fileOf(tenant);
    expect(await fileOf(await tenant.anotherKey())).toBe(fileId);
    expect(await fileOf(stranger)).not.toBe(fileId);
  });

  test('in parallel requests makes one file, and all get the same answer', async () => {
    const tenant = await Tenant.create();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => tenant.generate(HELLO, withKey('parallel'))),
    );
    const files = answers.map((answer) => JSON.stringify(expectGenerated(answer).data));
    expect(new Set(files).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotency-replayed') === 'true')).toHaveLength(
      49,
    );
    expect(await tenant.quotaUsed()).toBe(1);
  });

  test('can be used again after a failed request', async () => {
    const tenant = await Tenant.create();
    const broken = { htmlContent: '{{#if a}}' };
    expectRefusal(await tenant.generate(broken, withKey('retry')), 'TEMPLATE_COMPILATION_ERROR');
    expectGenerated(await tenant.generate(HELLO, withKey('retry')));
    expect(await tenant.quotaUsed()).toBe(1);
  });

  variation('can be replayed with another Accept header', async () => {
    const tenant = await Tenant.create();
    const first = expectGenerated(await tenant.generate(HELLO, withKey('form')));
    const second = await tenant.generate(HELLO, { ...withKey('form'), Accept: 'application/pdf' });
    expect(second.status).toBe(200);
    expect(second.headers.get('content-type')).toBe('application/pdf');
    expect(second.headers.get('x-file-id')).toBe(first.data.fileId);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.bytes.length).toBe(first.data.size);
  });

  variation('is replayed to a workspace that has no credit left', async () => {
    const tenant = await Tenant.create();
    const first = expectGenerated(await tenant.generate(HELLO, withKey('last')));
    await operator().setWorkspace(tenant.workspaceId, { quotaUsed: 100 });
    expect(expectGenerated(await tenant.generate(HELLO, withKey('last'))).data.fileId).toBe(
      first.data.fileId,
    );
  });
});

describe('an Idempotency-Key', () => {
  test.each([
    ['empty', ''],
    ['longer than 255 characters', 'k'.repeat(256)],
  ])('that is %s is a VALIDATION_ERROR', async (_, key) => {
    const tenant = await Tenant.create();
    const error = expectRefusal(await tenant.generate(HELLO, withKey(key)), 'VALIDATION_ERROR');
    expect(error.details).toEqual([expect.stringContaining('Idempotency-Key')]);
  });

  test('may have 255 characters', async () => {
    const tenant = await Tenant.create();
    expectGenerated(await tenant.generate(HELLO, withKey('k'.repeat(255))));
  });
});
