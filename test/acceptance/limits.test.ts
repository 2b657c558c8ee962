import { performance } from 'node:perf_hooks';
import { inject, describe, expect, test } from 'vitest';
import { commandLine, descendants, signalAll } from '../../scripts/process-tree.ts';
import type { Answer } from '../support/answer.ts';
import { expectGenerated, expectRefusal, HELLO, send, Tenant } from '../support/service-client.ts';

/** A document of exactly so many bytes of UTF-8, most of them in a comment. */
function htmlOf(bytes: number): string {
  const filler = bytes - '<!----><p>x</p>'.length;
  return `<!--${'é'.repeat(filler >> 1)}${'x'.repeat(filler & 1)}--><p>x</p>`;
}

describe('HTML over the limit of the plan', () => {
  test('is a VALIDATION_ERROR that tells the size and the limit', async () => {
    const tenant = await Tenant.create();
    const error = expectRefusal(
      await tenant.generate({ htmlContent: htmlOf(2_000_001) }),
      'VALIDATION_ERROR',
    );
    expect(error.details).toHaveLength(1);
    expect(error.details?.[0]).toMatch(/^htmlContent: /);
    expect(error.details?.[0]?.replaceAll(',', '')).toMatch(/2000001.*2000000/);
  });

  test('is counted in bytes of UTF-8, and the limit itself is allowed', async () => {
    const tenant = await Tenant.create();
    expect(Buffer.byteLength(htmlOf(2_000_000))).toBe(2_000_000);
    expectGenerated(await tenant.generate({ htmlContent: htmlOf(2_000_000) }));
  });

  test('counts after templating too', async () => {
    const tenant = await Tenant.create();
    const body = {
      htmlContent: '{{#each rows}}{{../text}}{{/each}}',
      templateData: { rows: Array.from({ length: 30 }, () => 1), text: 'x'.repeat(100_000) },
    };
    expectRefusal(await tenant.generate(body), 'VALIDATION_ERROR');
    expect(await tenant.quotaUsed()).toBe(0);
  });

  test('depends on the plan, for templates too', async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    expectGenerated(await tenant.generate({ htmlContent: htmlOf(2_500_000) }));
    expectGenerated(
      await tenant.generate({ htmlContent: `${htmlOf(2_500_000)}{{a}}`, templateData: { a: 1 } }),
    );
  });

  test('answers a body many times over the limit like any other, and serves the next request', async () => {
    const tenant = await Tenant.create();
    const body = JSON.stringify({ htmlContent: 'a'.repeat(25_000_000) });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const answer = await tenant.post(body, { 'Content-Type': 'application/json' });
      const { details } = expectRefusal(answer, 'VALIDATION_ERROR');
      expect(details?.[0]).toMatch(/^body: is larger than 4000000 bytes/);
    }
    expectGenerated(await tenant.generate(HELLO));
  });

  test('answers it in the same words when the body does not tell its length', async () => {
    const tenant = await Tenant.create();
    const body = () => new Response(JSON.stringify({ htmlContent: 'a'.repeat(25_000_000) })).body;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const headers = { 'X-API-Key': tenant.key, 'Content-Type': 'application/json' };
      const chunked = { method: 'POST', headers, body: body(), duplex: 'half' };
      const { details } = expectRefusal(await send('/v1/pdf/generate', chunked), 'VALIDATION_ERROR');
      expect(details?.[0]).toMatch(/^body: is larger than 4000000 bytes/);
    }
    expectGenerated(await tenant.generate(HELLO));
  });

  test('holds for the body as a whole at twice the limit', async () => {
    const tenant = await Tenant.create();
    const body = { ...HELLO, templateData: { filler: 'x'.repeat(4_000_001) } };
    expectRefusal(await tenant.generate(body), 'VALIDATION_ERROR');
  });
});

// Side by side: each waits for the whole timeout of its plan.
describe.concurrent('REQUEST_TIMEOUT', () => {
  test("stops a page whose script never ends at the plan's 15 s, and serves the next request", async () => {
    const tenant = await Tenant.create();
    const started = performance.now();
    const endless = await tenant.generate({ htmlContent: '<p>x</p><script>for (;;) {}</script>' });
    const seconds = (performance.now() - started) / 1000;
    expectRefusal(endless, 'REQUEST_TIMEOUT');
    expect(seconds).toBeGreaterThan(14);
    expect(seconds).toBeLessThan(17);
    expectGenerated(await tenant.generate(HELLO));
    expect(await tenant.quotaUsed()).toBe(1);
  });

  test('stops a page whose selector never appears, and others print meanwhile', async () => {
    const [waiting, other] = await Promise.all([Tenant.create(), Tenant.create()]);
    const never = waiting.generate({ ...HELLO, options: { waitForSelector: '#never' } });
    expectGenerated(await other.generate(HELLO));
    expectRefusal(await never, 'REQUEST_TIMEOUT');
    expect(await waiting.quotaUsed()).toBe(0);
  });
});

/** Fills canvases with noise, which no PDF compresses: each is about 3 MB. */
const NOISE = `<script>
  for (let i = 0; i < 6; i += 1) {
    const canvas = document.body.appendChild(document.createElement('canvas'));
    canvas.width = canvas.height = 1000;
    canvas.style = 'width: 60mm';
    const context = canvas.getContext('2d');
    const image = context.createImageData(1000, 1000);
    const pixels = new Uint32Array(image.data.buffer);
    for (let p = 0; p < pixels.length; p += 1) pixels[p] = (Math.random() * 0x1000000) | 0xff000000;
    context.putImageData(image, 0, 0);
  }
</script>`;

describe('FILE_TOO_LARGE', () => {
  test("answers a PDF over the plan's 10 MB, and charges nothing", async () => {
    const tenant = await Tenant.create();
    expectRefusal(await tenant.generate({ htmlContent: `<body>${NOISE}</body>` }), 'FILE_TOO_LARGE');
    expect(await tenant.quotaUsed()).toBe(0);
  });

  test('does not answer the same page on a plan that allows 25 MB', async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const { data } = expectGenerated(await tenant.generate({ htmlContent: `<body>${NOISE}</body>` }));
    expect(data.size).toBeGreaterThan(10_000_000);
  });
});

const isBrowser = (pid: number): boolean => commandLine(pid).includes('--remote-debugging-p');

const browsersOf = (root: 'servicePid' | 'rendererPid'): number[] =>
  inject(root) === 0 ? [] : descendants(inject(root)).filter(isBrowser);

/** Kills the service's browsers again and again until `answer` is there: it starts new ones to try again. */
async function killBrowsersUntil(answer: Promise<Answer>): Promise<Answer> {
  const killer = setInterval(
    () => signalAll((['servicePid', 'rendererPid'] as const).flatMap(browsersOf), 'SIGKILL'),
    50,
  );
  try {
    return await answer;
  } finally {
    clearInterval(killer);
  }
}

describe('PDF_GENERATION_FAILED', () => {
  test('answers when Chromium dies in the middle of the print, charges nothing, and the next request is served', async () => {
    const tenant = await Tenant.create();
    const slow = { ...HELLO, options: { waitForSelector: '#never' } };
    expectRefusal(await killBrowsersUntil(tenant.generate(slow)), 'PDF_GENERATION_FAILED');
    expect(await tenant.quotaUsed()).toBe(0);
    expectGenerated(await tenant.generate(HELLO));
  });
});
