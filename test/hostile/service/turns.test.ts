import { describe, expect, test } from 'vitest';
import type { Answer } from '../../support/answer.ts';
import { leastRatio } from '../../support/hostile/cpu.ts';
import { CONTENT, drawing, HELD_ASSETS, HELD_FILES, longInvoice } from '../../support/hostile/held-inputs.ts';
import { comment, JSON_TYPE } from '../../support/hostile/large-bodies.ts';
import { send, Tenant } from '../../support/service-client.ts';
import { typical } from '../../support/thorough.ts';

/** How much longer others may wait than beside an honest request with a large body. Without turns, they wait as long as the request takes. */
const MAX_RATIO = 10;

/** The longest time, in milliseconds, that `GET /healthz` waits for its answer while a request runs. */
async function longestWaitMs(request: () => Promise<Answer>): Promise<number> {
  const ended: true[] = [];
  const running = request().finally(() => ended.push(true));
  let longest = 0;
  while (ended.length === 0) {
    const askedAt = performance.now();
    expect((await send('/healthz')).status).toBe(200);
    longest = Math.max(longest, performance.now() - askedAt);
  }
  // It may be refused. That is another test.
  expect((await running).status).toBeLessThan(500);
  return longest;
}

/** @param attack of a new workspace, because lost time limits the one that has made it before */
async function expectOthersAnswered(attack: (tenant: Tenant) => Promise<Answer>): Promise<void> {
  const honest = await Tenant.create({ plan: 'scale' });
  const hostileWait = async () => {
    const tenant = await Tenant.create({ plan: 'scale-enterprise' });
    return longestWaitMs(() => attack(tenant));
  };
  const honestWait = () => longestWaitMs(() => honest.post(comment(3_900_000), JSON_TYPE));
  expect(await leastRatio(hostileWait, honestWait, MAX_RATIO)).toBeLessThan(MAX_RATIO);
}

const sendJson = ({ key }: Tenant, path: string, body: unknown): Promise<Answer> =>
  send(path, {
    method: 'POST',
    headers: { ...JSON_TYPE, 'X-API-Key': key },
    body: JSON.stringify(body),
  });

async function finish(tenant: Tenant, options: object): Promise<Answer> {
  const uploaded = await tenant.upload(Buffer.from(drawing(CONTENT), 'latin1'));
  const { data } = JSON.parse(uploaded.text) as { readonly data: { readonly fileId: string } };
  return sendJson(tenant, '/v1/pdf/finish', { fileId: data.fileId, options });
}

/** One partial of 30,000 tags that 30 others call. */
const PARTIALS = [
  { name: 'long', content: '{{x}}'.repeat(30_000) },
  ...Array.from({ length: 30 }, (_, index) => ({ name: `p${index}`, content: `{{> long}}${index}` })),
];

describe('others are answered while a stranger sends', () => {
  test.each(typical(HELD_FILES, 3))('a PDF with %s', async (_, file) => {
    const bytes = Buffer.from(file(), 'latin1');
    await expectOthersAnswered((tenant) => tenant.upload(bytes));
  });

  test.each(typical(HELD_ASSETS, 2))('an SVG with %s', async (_, file) => {
    const body = Buffer.from(file());
    await expectOthersAnswered(({ key }) =>
      send('/v1/assets/held.svg', { method: 'PUT', headers: { 'X-API-Key': key }, body }),
    );
  });

  test('a partial that many others call', async () => {
    await expectOthersAnswered((tenant) =>
      sendJson(tenant, '/v1/push', { dryRun: true, partials: PARTIALS }),
    );
  });

  test.each([{ pdfa: '2b' }, { pdfua: true }])('content that expands, to finish as %o', async (options) => {
    await expectOthersAnswered((tenant) => finish(tenant, options));
  });

  test('an invoice of 10,000 lines', async () => {
    await expectOthersAnswered((tenant) =>
      tenant.generate({
        htmlContent: '<p>x',
        templateData: longInvoice(),
        options: { eInvoice: { profile: 'en16931', data: '.' } },
      }),
    );
  });
});
