import { beforeAll, describe, expect, test } from 'vitest';
import { isAtLeast, ROLES, type Role } from '../../../../schema/console/roles.ts';
import { createConsole } from '../../../../worker/surfaces/console/app.ts';
import { keepFile } from '../../support/kept-file.ts';
import { migrate } from '../../support/service.ts';
import { anotherWorkspace, type Insider, invited, setUpOwner, Visitor } from '../../support/visitor.ts';

/** The routes of a workspace, with the least role that may ask. Nothing has the ids that the paths ask for. */
const ROUTES: readonly [method: string, path: string, needed: Role, body?: object][] = [
  ['GET', '', 'member'],
  ['PATCH', '', 'admin', { name: 'Renamed' }],
  ['GET', '/people', 'member'],
  ['PATCH', '/people/:personId', 'admin', { role: 'member' }],
  // But oneself: everybody may leave.
  ['DELETE', '/people/:personId', 'admin'],
  ['POST', '/invitations', 'admin', { role: 'member' }],
  ['DELETE', '/invitations/:id', 'admin'],
  ['GET', '/keys', 'member'],
  ['POST', '/keys', 'admin', { name: 'ci', environment: 'test', permissions: ['pdf.generate'] }],
  ['POST', '/keys/:keyId/revoke', 'admin'],
  ['GET', '/templates', 'member'],
  ['POST', '/templates', 'member', { name: 'New', content: '{{#if broken}}' }],
  ['GET', '/templates/:templateId', 'member'],
  ['PUT', '/templates/:templateId', 'member', { content: 'x' }],
  ['POST', '/templates/:templateId/publish', 'member', { version: 1 }],
  ['DELETE', '/templates/:templateId', 'member'],
  ['GET', '/templates/:templateId/versions', 'member'],
  ['PUT', '/templates/:templateId/sample-data', 'member', { sampleData: {} }],
  ['PUT', '/templates/:templateId/sample-sets', 'member', { sampleSets: [] }],
  ['POST', '/templates/:templateId/test-prints', 'member', { content: 'x' }],
  ['DELETE', '/templates/:templateId/test-prints/:fileId', 'member'],
  ['GET', '/assets', 'member'],
  ['GET', '/assets/:name', 'member'],
  // A body that is no asset is refused after the role.
  ['PUT', '/assets/:name', 'member', { not: 'an asset' }],
  ['GET', '/assets/:name/content', 'member'],
  ['GET', '/assets/:name/versions', 'member'],
  ['GET', '/assets/:name/uses', 'member'],
  ['DELETE', '/assets/:name', 'member'],
  ['GET', '/partials', 'member'],
  ['GET', '/partials/:name', 'member'],
  ['PUT', '/partials/:name', 'member', { content: 1 }],
  ['GET', '/partials/:name/versions', 'member'],
  ['GET', '/partials/:name/uses', 'member'],
  ['DELETE', '/partials/:name', 'member'],
  ['POST', '/preview', 'member', { content: '{{#if broken}}' }],
  ['POST', '/preview/:templateId', 'member', {}],
  ['GET', '/files', 'member'],
  ['GET', '/files/:fileId', 'member'],
  ['DELETE', '/files/:fileId', 'admin'],
  // A body that is not a PDF is refused after the role.
  ['POST', '/files', 'admin', { not: 'a PDF' }],
  ['POST', '/files/merge', 'admin', { entries: [{ fileId: 'file_none' }, { fileId: 'file_none' }] }],
  ['POST', '/files/split', 'admin', { fileId: 'file_none', everyPages: 1 }],
  ['POST', '/files/split/plan', 'admin', { fileId: 'file_none', everyPages: 1 }],
  ['GET', '/jobs', 'member'],
  ['GET', '/jobs/:jobId', 'member'],
  ['POST', '/jobs/:jobId/cancel', 'admin'],
  ['GET', '/requests', 'member'],
  ['GET', '/requests/:requestId', 'member'],
  ['DELETE', '/requests', 'admin'],
  ['GET', '/batches', 'member'],
  // The role is checked before the environment, which is missing.
  ['POST', '/batches', 'admin'],
  ['GET', '/batches/:batchId', 'member'],
  ['GET', '/batches/:batchId/rows', 'member'],
  ['POST', '/batches/:batchId/cancel', 'admin'],
  ['POST', '/batches/:batchId/resume', 'admin'],
  ['POST', '/batches/:batchId/retry-failed', 'admin'],
  ['GET', '/targets', 'member'],
  ['POST', '/targets', 'admin', { provider: 's3' }],
  ['PUT', '/targets/order', 'admin', { ids: ['tgt_none'] }],
  ['POST', '/targets/:targetId/test', 'admin'],
  ['DELETE', '/targets/:targetId', 'admin'],
  ['GET', '/webhooks', 'member'],
  ['POST', '/webhooks', 'admin', { url: 'https://shop.dev/events', events: ['file.deleted'] }],
  ['PUT', '/webhooks/:webhookId', 'admin', { enabled: false }],
  ['DELETE', '/webhooks/:webhookId', 'admin'],
  ['POST', '/webhooks/:webhookId/rotate-secret', 'admin'],
  ['POST', '/webhooks/:webhookId/test', 'admin'],
  ['GET', '/webhooks/:webhookId/deliveries', 'member'],
  ['POST', '/webhooks/:webhookId/deliveries/:deliveryId/resend', 'admin'],
  ['GET', '/usage', 'member'],
  ['GET', '/audit', 'member'],
];

const OPERATOR_ROUTES: readonly [method: string, path: string, body?: object][] = [
  ['GET', '/workspaces'],
  ['POST', '/workspaces', { name: 'Mine' }],
  ['PATCH', '/workspaces/:ws', { plan: 'scale' }],
  ['DELETE', '/workspaces/:ws'],
  ['POST', '/workspaces/:ws/invitations', { role: 'owner' }],
  ['GET', '/operators'],
  ['POST', '/operators', { email: 'somebody@example.com' }],
  ['DELETE', '/operators/:id'],
];

let operator: Insider;
let people: Record<Role, Insider>;
let stranger: Insider;

beforeAll(async () => {
  await migrate();
  operator = await setUpOwner();
  const owner = await anotherWorkspace(operator);
  people = { owner, admin: await invited(owner, 'admin'), member: await invited(owner, 'member') };
  stranger = await anotherWorkspace(operator);
});

/** The path with an id in each place for one, which nothing has. */
const asking = (path: string): string => path.replaceAll(/:\w+/g, 'none');

const inWorkspace = (path: string): string => `/workspaces/${people.owner.workspaceId}${asking(path)}`;

describe('the routes below', () => {
  test.each([
    ['/console/workspaces/:ws', ROUTES],
    ['/console/operator', OPERATOR_ROUTES],
  ] as const)('are all that there are under %s', (prefix, listed) => {
    const paths = createConsole()
      .routes.filter(({ method, path }) => method !== 'ALL' && path.startsWith(prefix))
      .map(({ method, path }) => `${method} ${path.slice(prefix.length)}`);
    expect([...new Set(paths)].sort()).toEqual(listed.map(([method, path]) => `${method} ${path}`).sort());
  });
});

describe.each(ROUTES)('%s …%s, for at least %s', (method, path, needed, body) => {
  test.each(ROLES)('lets an %s in, or says what role it needs', async (role) => {
    const { status, code, body: answered } = await people[role].visitor.send(method, inWorkspace(path), body);
    if (isAtLeast(role, needed)) {
      expect(['INSUFFICIENT_ROLE', 'WORKSPACE_NOT_FOUND', 'NOT_SIGNED_IN']).not.toContain(code);
    } else {
      expect([status, code]).toEqual([403, 'INSUFFICIENT_ROLE']);
      expect(answered).toMatchObject({ error: { message: expect.stringContaining(`role ${needed}`) } });
    }
  });

  test('does not exist for somebody of another workspace, the operator included', async () => {
    for (const { visitor } of [stranger, operator]) {
      const { status, code } = await visitor.send(method, inWorkspace(path), body);
      expect([status, code]).toEqual([404, 'WORKSPACE_NOT_FOUND']);
    }
  });

  test('is for people who are signed in, whatever they send', async () => {
    const wrong = body === undefined ? undefined : { nothing: 'right' };
    const { status, code } = await new Visitor().send(method, inWorkspace(path), wrong);
    expect([status, code]).toEqual([401, 'NOT_SIGNED_IN']);
  });
});

describe.each(OPERATOR_ROUTES)("the operator's %s …%s", (method, path, body) => {
  test.each(ROLES)('is refused to an %s of a workspace', async (role) => {
    const { status, code } = await people[role].visitor.send(method, asking(`/operator${path}`), body);
    expect([status, code]).toEqual([403, 'INSUFFICIENT_ROLE']);
  });

  test('is refused to a stranger', async () => {
    expect((await new Visitor().send(method, asking(`/operator${path}`), body)).code).toBe('NOT_SIGNED_IN');
  });
});

describe('a person of two workspaces', () => {
  test('reaches nothing of the one through the other', async () => {
    const [owner, other] = [await anotherWorkspace(operator), await anotherWorkspace(operator)];
    const member = await invited(other, 'member');
    const { data } = await other.visitor.post(`/workspaces/${other.workspaceId}/invitations`, {
      role: 'admin',
    });
    const created = async (path: string, body: object) =>
      String((await other.visitor.post(`/workspaces/${other.workspaceId}${path}`, body)).data.id);
    const templateId = await created('/templates', { name: 'theirs', content: '<p></p>' });
    const webhookId = await created('/webhooks', { url: 'https://shop.dev/', events: ['file.deleted'] });
    const { fileId } = await keepFile(other.workspaceId);
    const foreign = [
      ['GET', `/files/${fileId}`, 'FILE_NOT_FOUND'],
      ['DELETE', `/files/${fileId}`, 'FILE_NOT_FOUND'],
      ['GET', `/templates/${templateId}`, 'TEMPLATE_NOT_FOUND'],
      ['DELETE', `/templates/${templateId}`, 'TEMPLATE_NOT_FOUND'],
      ['GET', `/webhooks/${webhookId}/deliveries`, 'WEBHOOK_NOT_FOUND'],
      ['DELETE', `/webhooks/${webhookId}`, 'WEBHOOK_NOT_FOUND'],
      ['PATCH', `/people/${member.personId}`, 'PERSON_NOT_FOUND', { role: 'admin' }],
      ['DELETE', `/people/${member.personId}`, 'PERSON_NOT_FOUND'],
      ['DELETE', `/invitations/${String(data.id)}`, 'INVITATION_NOT_FOUND'],
    ] as const;
    for (const [method, path, code, body] of foreign) {
      const answered = await owner.visitor.send(method, `/workspaces/${owner.workspaceId}${path}`, body);
      expect(answered.code, `${method} ${path}`).toBe(code);
    }
  });
});
