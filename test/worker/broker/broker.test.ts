import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { PrintTimeout, UnprintableJob } from '@platen/print-engine';
import { type BrokerEnv, BrowserBroker } from '../../../renderer/browser-run/broker.ts';
import { BrowserRunRenderer } from '../../../renderer/browser-run/browser-run-renderer.ts';
import { jobOf } from '../../print/support/jobs.ts';
import { limitsOf } from '../support/limits.ts';

/** The first job waits until a Chromium has started. */
vi.setConfig({ testTimeout: 60_000 });

const brokers = env.BROWSER_BROKER as DurableObjectNamespace<BrowserBroker>;

const bytesOf = (body: Uint8Array | ReadableStream<Uint8Array>) => new Response(body as BodyInit).bytes();

async function isPdf(body: Uint8Array | ReadableStream<Uint8Array>): Promise<boolean> {
  return new TextDecoder().decode((await bytesOf(body)).subarray(0, 5)) === '%PDF-';
}

describe('through a broker', () => {
  const renderer = new BrowserRunRenderer(brokers);

  test('a job is printed', async () => {
    const { body, sizeBytes, report } = await renderer.print(jobOf('<p>x'), limitsOf());
    expect(report.pageCount).toBe(1);
    expect((await bytesOf(body)).byteLength).toBe(sizeBytes);
  });

  test('a document of 24 MB arrives complete', async () => {
    const marker = '<script>document.body.textContent = document.body.textContent.length</script>';
    const { report } = await renderer.print(
      jobOf(`<p hidden>${'ü'.repeat(12_000_000)}</p>${marker}`),
      limitsOf(),
    );
    expect(report.pageCount).toBe(1);
  });

  test('an error keeps its type', async () => {
    await expect(renderer.print(jobOf('x', { pageRanges: '9' }), limitsOf())).rejects.toThrow(UnprintableJob);
    const endless = renderer.print(
      jobOf('<script>while (true) {}</script>'),
      limitsOf({ deadline: Date.now() + 1_000 }),
    );
    await expect(endless).rejects.toThrow(PrintTimeout);
    expect(await isPdf((await renderer.print(jobOf('<p>next'), limitsOf())).body)).toBe(true);
  });
});

/** The real Browser Run binding. It records requests and can refuse launches. */
class RecordedBrowserRun {
  refusal: Response | null = null;
  readonly launched: string[] = [];
  readonly ended: string[] = [];
  launches = 0;

  async fetch(url: string, init?: RequestInit): Promise<Response> {
    if (init?.method === 'DELETE') this.ended.push(url.split('/').at(-1) ?? '');
    if (init?.method !== 'POST') return this.#real(url, init);
    this.launches += 1;
    if (this.refusal) return this.refusal.clone();
    const response = await this.#real(url, init);
    const { sessionId } = await response.clone().json<{ sessionId: string }>();
    this.launched.push(sessionId);
    return response;
  }

  /** Ends the last session, as when Browser Run loses it. */
  async kill(): Promise<void> {
    await this.#real(`https://browser.run/v1/devtools/browser/${this.launched.at(-1)}`, { method: 'DELETE' });
  }

  #real(url: string, init?: RequestInit): Promise<Response> {
    if (!env.BROWSER) throw new Error('the binding BROWSER is missing');
    return env.BROWSER.fetch(url, init);
  }
}

/** Runs a separate broker in a Durable Object, on a recorded Browser Run. */
async function withBroker(
  name: string,
  work: (broker: BrowserBroker, browserRun: RecordedBrowserRun, state: DurableObjectState) => Promise<void>,
  Broker = BrowserBroker,
): Promise<void> {
  const browserRun = new RecordedBrowserRun();
  await runInDurableObject(brokers.get(brokers.idFromName(name)), async (_instance, state) => {
    await work(new Broker(state, { BROWSER: browserRun }), browserRun, state);
  });
  await browserRun.kill();
}

describe('a broker recovers', () => {
  test('from a browser that ends while idle', async () => {
    await withBroker('idle', async (broker, browserRun) => {
      expect(await broker.print(jobOf('<p>x'), limitsOf(), 'queue')).toMatchObject({ kind: 'printed' });
      await browserRun.kill();
      // The broker ends the session of a connection that has closed.
      await vi.waitFor(() => expect(browserRun.ended).toEqual(browserRun.launched), { timeout: 10_000 });
      expect(await broker.print(jobOf('<p>x'), limitsOf(), 'queue')).toMatchObject({ kind: 'printed' });
      expect(browserRun.launches).toBe(2);
    });
  });

  test('from a browser that ends during a job: the job is printed once more', async () => {
    await withBroker('busy', async (broker, browserRun) => {
      await broker.warm();
      const late = '<script>setTimeout(() => { document.body.id = "done" }, 1000)</script><p>x';
      const print = broker.print(jobOf(late, { waitForSelector: '#done' }), limitsOf(), 'queue');
      await browserRun.kill();
      expect(await print).toMatchObject({ kind: 'printed' });
      expect(browserRun.launches).toBe(2);
    });
  });

  test.each([
    [429, 'Browser time limit exceeded for today'],
    [503, 'No browser available'],
  ])('from a %s: the job fails as unavailable, and the next launch waits a second', async (status, text) => {
    await withBroker(`refused ${status}`, async (broker, browserRun) => {
      browserRun.refusal = new Response(text, { status });
      const outcome = await broker.print(jobOf('<p>x'), limitsOf(), 'queue');
      expect(outcome).toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining(String(status)),
      });
      await broker.print(jobOf('<p>x'), limitsOf(), 'queue');
      expect(browserRun.launches).toBe(1);

      browserRun.refusal = null;
      vi.setSystemTime(Date.now() + 2_000);
      const later = await broker.print(jobOf('<p>x'), limitsOf(), 'queue');
      vi.useRealTimers();
      expect(later).toMatchObject({ kind: 'printed' });
    });
  });

  test('from its own eviction: the browsers of the evicted instance are ended', async () => {
    await withBroker('evicted', async (broker, browserRun, state) => {
      await broker.print(jobOf('<p>x'), limitsOf(), 'queue');
      const [left] = browserRun.launched;
      const successor = new BrowserBroker(state, { BROWSER: browserRun });
      await successor.print(jobOf('<p>x'), limitsOf(), 'queue');
      expect(browserRun.ended).toContain(left);
    });
  });
});

/** Replaces its browser after two jobs. */
class FastWearingBroker extends BrowserBroker {
  constructor(ctx: DurableObjectState, bindings: BrokerEnv) {
    super(ctx, bindings, { jobs: 2, bytes: Number.POSITIVE_INFINITY });
  }
}

test('a worn browser prints until its replacement is ready, and is then ended', async () => {
  await withBroker(
    'worn',
    async (broker, browserRun) => {
      for (let job = 0; job < 3; job += 1) {
        expect(await broker.print(jobOf('<p>x'), limitsOf(), 'queue')).toMatchObject({ kind: 'printed' });
      }
      await vi.waitFor(() => expect(browserRun.ended).toEqual([browserRun.launched[0]]), { timeout: 10_000 });
      expect(browserRun.launches).toBe(2);
      expect(await broker.print(jobOf('<p>x'), limitsOf(), 'queue')).toMatchObject({ kind: 'printed' });
      expect(browserRun.launches).toBe(2);
    },
    FastWearingBroker,
  );
});

test('a busy broker rejects or queues a job, as the caller chooses', async () => {
  await withBroker('loaded', async (broker) => {
    await broker.warm();
    const jobs = Array.from({ length: 17 }, () => broker.print(jobOf('<p>x'), limitsOf(), 'reject'));
    const last = broker.print(jobOf('<p>x'), limitsOf(), 'queue');
    const kinds = (await Promise.all(jobs)).map((outcome) => outcome.kind);
    expect(kinds.filter((kind) => kind === 'busy')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'printed')).toHaveLength(16);
    expect(await last).toMatchObject({ kind: 'printed' });
  });
});
