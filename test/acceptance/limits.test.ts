import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { noise } from '../support/large-html.ts';
import {
  expectGenerated,
  expectRefusal,
  type GenerateBody,
  HELLO,
  send,
  Tenant,
} from '../support/service-client.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

/** A document of exactly this many bytes in UTF-8. Most of them are a comment. */
function htmlOfSize(bytes: number): string {
  const filler = bytes - '<!----><p>x</p>'.length;
  return `<!--${'é'.repeat(filler >> 1)}${'x'.repeat(filler & 1)}--><p>x</p>`;
}

describe('HTML over the limit of the plan', () => {
  test('is a VALIDATION_ERROR with the size and the limit', async () => {
    const tenant = await Tenant.create();
    const error = expectRefusal(
      await tenant.generate({ htmlContent: htmlOfSize(2_000_001) }),
      'VALIDATION_ERROR',
    );
    expect(error.details).toHaveLength(1);
    expect(error.details?.[0]).toMatch(/^htmlContent: /);
    expect(error.details?.[0]?.replaceAll(',', '')).toMatch(/2000001.*2000000/);
  });

  test('is counted in bytes of UTF-8, and the limit itself is allowed', async () => {
    const tenant = await Tenant.create();
    expect(Buffer.byteLength(htmlOfSize(2_000_000))).toBe(2_000_000);
    expectGenerated(await tenant.generate({ htmlContent: htmlOfSize(2_000_000) }));
  });

  test('is counted after templating too', async () => {
    const tenant = await Tenant.create();
    const body = {
      htmlContent: '{{#each rows}}{{../text}}{{/each}}',
      templateData: { rows: Array.from({ length: 30 }, () => 1), text: 'x'.repeat(100_000) },
    };
    expectRefusal(await tenant.generate(body), 'VALIDATION_ERROR');
    expect(await tenant.quotaUsed()).toBe(0);
  });

  variation('depends on the plan, for templates too', async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    expectGenerated(await tenant.generate({ htmlContent: htmlOfSize(2_500_000) }));
    expectGenerated(
      await tenant.generate({ htmlContent: `${htmlOfSize(2_500_000)}{{a}}`, templateData: { a: 1 } }),
    );
  });

  test.each(
    typical(
      [
        ['with', (text: string) => ({ body: text })],
        ['without', (text: string) => ({ body: new Response(text).body, duplex: 'half' })],
      ],
      1,
    ),
  )(
    'is refused for a body many times over it %s Content-Length, again and again',
    LONG,
    async (_, bodyOf) => {
      const tenant = await Tenant.create();
      const headers = { 'X-API-Key': tenant.key, 'Content-Type': 'application/json' };
      const text = JSON.stringify({ htmlContent: 'a'.repeat(25_000_000) });
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const answer = await send('/v1/pdf/generate', { method: 'POST', headers, ...bodyOf(text) });
        const { details } = expectRefusal(answer, 'VALIDATION_ERROR');
        expect(details?.[0]).toMatch(/^body: is larger than 4000000 bytes/);
      }
      expectGenerated(await tenant.generate(HELLO));
    },
  );
});

/** In seconds, of the plans Free and Starter. */
const [TIMEOUT, NEXT_TIMEOUT] = [15, 30];

/** Expects REQUEST_TIMEOUT when the time of the plan is over, and no charge. */
async function expectStopped(tenant: Tenant, body: GenerateBody): Promise<void> {
  const started = performance.now();
  expectRefusal(await tenant.generate(body), 'REQUEST_TIMEOUT');
  const seconds = (performance.now() - started) / 1000;
  expect(seconds).toBeGreaterThan(TIMEOUT - 1);
  expect(seconds).toBeLessThan(NEXT_TIMEOUT);
  expect(await tenant.quotaUsed()).toBe(0);
}

// It uses a processor all the time. `recovery.test.ts` of `print` has such a page with a shorter limit.
variation("REQUEST_TIMEOUT stops a page whose script never ends at the plan's 15 s", async () => {
  const tenant = await Tenant.create();
  await expectStopped(tenant, { htmlContent: '<p>x</p><script>for (;;) {}</script>' });
  expectGenerated(await tenant.generate(HELLO));
});

describe('REQUEST_TIMEOUT', () => {
  test("stops a page when its selector never appears at the plan's 15 s, and others print meanwhile", async () => {
    const [waiting, other] = await Promise.all([Tenant.create(), Tenant.create()]);
    const never = expectStopped(waiting, { ...HELLO, options: { waitForSelector: '#never' } });
    expectGenerated(await other.generate(HELLO));
    await never;
    expectGenerated(await waiting.generate(HELLO));
  });

  test('names the condition of waitFor that did not hold in its own time', async () => {
    const tenant = await Tenant.create();
    const waitFor = { selector: '#never', expression: '1', timeoutMs: 300 };
    const answer = await tenant.generate({ ...HELLO, options: { waitFor } });
    expect(expectRefusal(answer, 'REQUEST_TIMEOUT').details).toEqual([
      'options.waitFor.selector: no element matched `#never` within 300 ms',
    ]);
  });
});

const NOISE = `<body>${noise(6)}</body>`;

describe('FILE_TOO_LARGE', () => {
  test("is the answer for a PDF over the plan's 10 MB, which is not charged", async () => {
    const tenant = await Tenant.create();
    expectRefusal(await tenant.generate({ htmlContent: NOISE }), 'FILE_TOO_LARGE');
    expect(await tenant.quotaUsed()).toBe(0);
  });

  variation('is not the answer on a plan that allows 25 MB', async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const { data } = expectGenerated(await tenant.generate({ htmlContent: NOISE }));
    expect(data.size).toBeGreaterThan(10_000_000);
  });
});
