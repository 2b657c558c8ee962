import { beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../support/service.ts';
import { type Insider, ORIGIN, setUpOwner, Visitor } from '../../support/visitor.ts';

/** What a person fills in on the page, at most. */
const FORM_BYTES = 64_000;

let owner: Insider;
let templateId: string;

beforeAll(async () => {
  await migrate();
  owner = await setUpOwner();
  const { data } = await send('POST', '/workspaces/:ws/templates', { name: 'first', content: '<p></p>' });
  templateId = String(data.id);
});

const send = (method: string, path: string, body: object, by = owner.visitor) =>
  by.send(method, path.replace(':ws', owner.workspaceId).replace(':template', templateId), body);

/** A body of so many bytes. */
const ofBytes = (bytes: number): object => {
  const around = JSON.stringify({ padding: '' }).length;
  return { padding: 'x'.repeat(bytes - around) };
};

const FORMS: readonly [method: string, path: string][] = [
  ['POST', '/setup'],
  ['POST', '/auth/sign-in/email'],
  ['POST', '/auth/passkey/verify-authentication'],
  ['POST', '/auth/change-password'],
  ['POST', '/auth/update-user'],
  ['POST', '/auth/revoke-session'],
  ['POST', '/auth/passkey/verify-registration'],
  ['POST', '/invitations/token/accept'],
  ['POST', '/operator/workspaces'],
  ['POST', '/operator/operators'],
  ['PATCH', '/operator/workspaces/:ws'],
  ['PATCH', '/workspaces/:ws'],
  ['PATCH', '/workspaces/:ws/people/person'],
  ['POST', '/workspaces/:ws/invitations'],
  ['POST', '/workspaces/:ws/keys'],
  ['POST', '/workspaces/:ws/targets'],
  ['PUT', '/workspaces/:ws/targets/order'],
  ['POST', '/workspaces/:ws/templates/:template/publish'],
];

describe.each(FORMS)('the form that is sent with %s %s', (method, path) => {
  test('has a small limit, whatever the plan', async () => {
    const answered = async (bytes: number) => send(method, path, ofBytes(bytes), owner.visitor.copy());
    const tooLarge = { code: 'VALIDATION_ERROR', details: ['body: is larger than 64000 bytes'] };
    const over = await answered(FORM_BYTES + 1);
    expect([over.status, over.body]).toEqual([400, { error: expect.objectContaining(tooLarge) }]);
    expect((await answered(FORM_BYTES)).body).not.toMatchObject({ error: tooLarge });
  });
});

describe('a form', () => {
  test('whose Content-Length is over what is read of any body is not read', async () => {
    const headers = { Origin: ORIGIN, 'Content-Type': 'application/json', 'Content-Length': '100000001' };
    const unread = new ReadableStream(
      {
        pull: () => {
          throw new Error('It was read');
        },
      },
      { highWaterMark: 0 },
    );
    const response = await new Visitor().fetch('/auth/sign-in/email', {
      method: 'POST',
      headers,
      body: unread,
    });
    expect(await response.json()).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: ['body: is larger than 64000 bytes'] },
    });
  });

  test.each([
    ['whose Content-Length is over its limit', 'application/json'],
    ['of another type', 'text/plain'],
  ])('%s is read before it is refused', async (_, type) => {
    const sent: number[] = [];
    const pieces = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          sent.push(10_000);
          controller.enqueue(new Uint8Array(10_000).fill(0x20));
          if (sent.length === 20) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { Origin: ORIGIN, 'Content-Type': type, 'Content-Length': '200000' };
    const response = await new Visitor().fetch('/auth/sign-in/email', {
      method: 'POST',
      headers,
      body: pieces,
    });
    expect(response.status).toBe(400);
    expect(sent).toHaveLength(20);
  });

  test('that is not UTF-8 is refused as such', async () => {
    const body = new Uint8Array([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]);
    const headers = { Origin: ORIGIN, 'Content-Type': 'application/json' };
    const response = await new Visitor().fetch('/auth/sign-in/email', { method: 'POST', headers, body });
    expect(await response.json()).toMatchObject({ error: { details: ['body: is not valid UTF-8'] } });
  });
});

describe('what carries HTML, or data for it', () => {
  const content = `<p>${'x'.repeat(FORM_BYTES)}</p>`;

  test.each([
    ['POST', '/templates', { name: 'large', content }, 201],
    ['PUT', '/templates/:template', { content }, 200],
    ['PUT', '/templates/:template/sample-data', { sampleData: { content } }, 200],
    ['PUT', '/templates/:template/sample-sets', { sampleSets: [{ name: 'One', data: { content } }] }, 200],
    ['POST', '/preview', { content: `${content}{{#if broken}}` }, 400],
  ] as const)('is as large as the plan allows: %s %s', async (method, path, body, expected) => {
    const { status, code } = await send(method, `/workspaces/:ws${path}`, body);
    expect([status, code]).toEqual([expected, expected === 400 ? 'TEMPLATE_COMPILATION_ERROR' : null]);
  });
});
