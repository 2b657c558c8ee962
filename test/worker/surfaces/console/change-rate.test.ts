import { env, runInDurableObject } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../support/service.ts';
import { anotherWorkspace, type Insider, invited, setUpOwner } from '../../support/visitor.ts';

const PER_PERSON = 120;
const PER_WORKSPACE = 600;

let operator: Insider;
let owner: Insider;

beforeAll(async () => {
  await migrate();
  operator = await setUpOwner();
  owner = await anotherWorkspace(operator);
});

/** Sets what was counted in this minute. */
const use = (name: string, count: number) =>
  runInDurableObject(env.RATE_LIMITER.getByName(name), (_, state) =>
    state.storage.put('window', { startedAt: Date.now(), count }),
  );

const changes = (person: Insider) => {
  const path = (rest: string) => `/workspaces/${person.workspaceId}/${rest}`;
  return [
    ['POST', path('templates'), { name: 'late', content: '<p></p>' }],
    ['PUT', path('templates/tpl_1'), { content: '<p></p>' }],
    ['PUT', path('templates/tpl_1/sample-data'), { sampleData: {} }],
    ['PUT', path('templates/tpl_1/sample-sets'), { sampleSets: [] }],
    ['POST', path('templates/tpl_1/test-prints'), { content: '<p></p>' }],
    ['DELETE', path('templates/tpl_1/test-prints/file_1'), undefined],
    ['POST', path('templates/tpl_1/publish'), { version: 1 }],
    ['DELETE', path('templates/tpl_1'), undefined],
    ['POST', path('invitations'), { role: 'member' }],
    ['DELETE', path('invitations/inv_1'), undefined],
    ['POST', path('keys'), {}],
    ['PUT', path('targets/order'), { ids: [] }],
    ['DELETE', path('files/file_1'), undefined],
    ['PATCH', path(''), { name: 'renamed' }],
  ] as const;
};

async function expectRefused(person: Insider): Promise<void> {
  for (const [method, path, body] of changes(person)) {
    const answer = await person.visitor.send(method, path.replace(/\/$/, ''), body);
    expect([method, path, answer.status, answer.code]).toEqual([method, path, 429, 'RATE_LIMIT_EXCEEDED']);
    expect(answer.headers.get('X-RateLimit-Remaining')).toBe('0');
  }
  expect((await person.visitor.get(`/workspaces/${person.workspaceId}/templates`)).status).toBe(200);
}

describe('changes in the dashboard have a rate', () => {
  test('for each person, so that another one can still work', async () => {
    const admin = await invited(owner, 'admin');
    await use(`changes of ${admin.personId}`, PER_PERSON);
    await expectRefused(admin);
    const path = `/workspaces/${owner.workspaceId}/templates`;
    expect((await owner.visitor.post(path, { name: 'saved', content: '<p></p>' })).status).toBe(201);
  });

  test('for each workspace, however many people it has', async () => {
    await use(`changes in ${owner.workspaceId}`, PER_WORKSPACE);
    await expectRefused(owner);
  });
});
