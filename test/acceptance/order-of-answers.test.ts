import { describe, test } from 'vitest';
import { expectGenerated, expectRefusal, HELLO, operator, send, Tenant } from '../support/service-client.ts';

/**
 * If several errors apply, the answer is the one that comes first in contract 3.4. Each test causes two errors that are
 * neighbours in this list.
 */
const BROKEN = { htmlContent: '{{#if}}' };
const NOTHING = {};

describe('the order of errors', () => {
  test('an unknown path comes before a missing key', async () => {
    expectRefusal(await send('/v1/nowhere', { method: 'POST' }), 'NOT_FOUND');
  });

  test('a wrong method comes before a missing key', async () => {
    expectRefusal(await send('/v1/pdf/generate'), 'METHOD_NOT_ALLOWED');
  });

  test('a revocation comes before an expiry', async () => {
    const tenant = await Tenant.create({ expiresAt: '2026-01-01T00:00:00Z' });
    await operator().revokeKey(tenant.keyId);
    expectRefusal(await tenant.generate(NOTHING), 'API_KEY_REVOKED');
  });

  test('a revocation comes before a missing workspace', async () => {
    const tenant = await Tenant.create();
    await operator().revokeKey(tenant.keyId);
    await operator().deleteWorkspace(tenant.workspaceId);
    expectRefusal(await tenant.generate(NOTHING), 'API_KEY_REVOKED');
  });

  test('an expiry comes before a missing workspace', async () => {
    const tenant = await Tenant.create({ expiresAt: '2026-01-01T00:00:00Z' });
    await operator().deleteWorkspace(tenant.workspaceId);
    expectRefusal(await tenant.generate(NOTHING), 'API_KEY_EXPIRED');
  });

  test('a missing workspace comes before a missing permission', async () => {
    const tenant = await Tenant.create({ permissions: ['pdf.read'] });
    await operator().deleteWorkspace(tenant.workspaceId);
    expectRefusal(await tenant.generate(NOTHING), 'WORKSPACE_NOT_FOUND');
  });

  test('an expiry comes before the rate limit', async () => {
    const tenant = await Tenant.create({ expiresAt: '2026-01-01T00:00:00Z' });
    await tenant.exhaustRate();
    expectRefusal(await tenant.generate(HELLO), 'API_KEY_EXPIRED');
  });

  test('a revocation comes before the rate limit', async () => {
    const tenant = await Tenant.create();
    await tenant.exhaustRate();
    await operator().revokeKey(tenant.keyId);
    expectRefusal(await tenant.generate(HELLO), 'API_KEY_REVOKED');
  });

  test('a missing permission comes before the rate limit', async () => {
    const tenant = await Tenant.create({ permissions: ['pdf.read'] });
    await tenant.exhaustRate();
    expectRefusal(await tenant.generate(HELLO), 'INSUFFICIENT_PERMISSIONS');
  });

  test('a missing permission comes before a bad body', async () => {
    const tenant = await Tenant.create({ permissions: ['pdf.read'] });
    expectRefusal(await tenant.generate(NOTHING), 'INSUFFICIENT_PERMISSIONS');
  });

  test('the rate limit comes before a bad body', async () => {
    const tenant = await Tenant.create();
    await tenant.exhaustRate();
    expectRefusal(await tenant.generate(NOTHING), 'RATE_LIMIT_EXCEEDED');
  });

  test('a bad body comes before missing credits', async () => {
    const tenant = await Tenant.create();
    await tenant.spendAll();
    expectRefusal(await tenant.generate(NOTHING), 'VALIDATION_ERROR');
  });

  test('missing credits come before an unknown template', async () => {
    const tenant = await Tenant.create();
    await tenant.spendAll();
    expectRefusal(await tenant.generate({ templateId: 'none' }), 'NO_CREDITS_AVAILABLE');
  });

  test('missing credits come before a broken template', async () => {
    const tenant = await Tenant.create();
    await tenant.spendAll();
    expectRefusal(await tenant.generate(BROKEN), 'NO_CREDITS_AVAILABLE');
  });

  test('an unknown template comes before a broken header', async () => {
    const tenant = await Tenant.create();
    const options = { header: { content: '{{#if}}' } };
    expectRefusal(await tenant.generate({ templateId: 'none', options }), 'TEMPLATE_NOT_FOUND');
  });

  test('a broken header comes before a page that never ends', async () => {
    const tenant = await Tenant.create();
    const htmlContent = '<script>for (;;) {}</script>';
    const options = { header: { content: '{{#if}}' } };
    expectRefusal(await tenant.generate({ htmlContent, options }), 'TEMPLATE_COMPILATION_ERROR');
  });

  test('a request without errors is printed', async () => {
    expectGenerated(await (await Tenant.create()).generate(HELLO));
  });
});
