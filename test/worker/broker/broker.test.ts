import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { PrintTimeout, UnprintableJob } from '@platen/print-engine';
import { type BrokerEnv, BrowserBroker } from '../../../renderer/browser-run/broker.ts';
import type { BrokerJob } from '../../../renderer/browser-run/broker-protocol.ts';
import type { BrokerNamespace } from '../../../renderer/browser-run/broker-namespace.ts';
import { BrowserRunRenderer } from '../../../renderer/browser-run/browser-run-renderer.ts';
import { jobOf } from '../../print/support/jobs.ts';
import { noise } from '../../support/large-html.ts';
import { limitsOf } from '../support/limits.ts';
import { eventually } from '../../support/eventually.ts';
import { variation } from '../../support/thorough.ts';

const brokers = env.BROWSER_BROKER as BrokerNamespace;

const waiting = (html: string, changes: Parameters<typeof jobOf>[1] = {}): BrokerJob => ({
  id: crypto.randomUUID(),
  job: jobOf(html, changes),
  limits: limitsOf(),
  whenBusy: 'wait',
  htmlCharacters: html.length,
});

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

  variation('a document of 24 MB arrives complete', async () => {
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
      limitsOf({ deadline: Date.now() + 3_000 }),
    );
    await expect(endless).rejects.toThrow(PrintTimeout);
    expect(await isPdf((await renderer.print(jobOf('<p>next'), limitsOf())).body)).toBe(true);
  });
});

/** The real Browser Run binding. It records requests and can refuse launches. */
class RecordedBrowserRun {
  refusal: Response | null = null;
  limits: object | null = null;
  /** Sessions whose connections fail and whose ends never answer. */
  readonly stuck = new Set<string>();
  readonly launched: string[] = [];
  readonly ended: string[] = [];
  readonly locations: (string | null)[] = [];
  launches = 0;

  async fetch(url: string, init?: RequestInit): Promise<Response> {
    const { pathname, searchParams } = new URL(url);
    if (pathname === '/v1/limits' && this.limits) return Response.json(this.limits);
    const named = pathname.split('/').at(-1) ?? '';
    if (init?.method === 'DELETE') this.ended.push(named);
    if (this.stuck.has(named)) {
      return init?.method === 'DELETE' ? new Promise(() => {}) : new Response('gone', { status: 500 });
    }
    if (init?.method !== 'POST') return this.#real(url, init);
    this.launches += 1;
    this.locations.push(searchParams.get('location'));
    if (this.refusal) return this.refusal.clone();
    const response = await this.#real(url, init);
    const { sessionId } = await response.clone().json<{ sessionId: string }>();
    this.launched.push(sessionId);
    return response;
  }

  /** Ends the last session, as when Browser Run loses it. */
  async kill(): Promise<void> {
    await this.end(this.launched.at(-1) ?? '');
  }

  async end(sessionId: string): Promise<void> {
    await this.#real(`https://browser.run/v1/devtools/browser/${sessionId}`, { method: 'DELETE' });
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
    await work(
      new Broker(state, { ...env, BROWSER: browserRun, BROWSER_BROKER: brokers }),
      browserRun,
      state,
    );
    await state.storage.deleteAlarm();
  });
  await browserRun.kill();
}

describe('a broker recovers', () => {
  test('from a browser that ends while idle', async () => {
    await withBroker('idle', async (broker, browserRun) => {
      expect(await broker.print(waiting('<p>x'))).toMatchObject({ kind: 'printed' });
      await browserRun.kill();
      // The broker ends the session of a connection that has closed.
      await eventually(() => expect(browserRun.ended).toEqual(browserRun.launched));
      expect(await broker.print(waiting('<p>x'))).toMatchObject({ kind: 'printed' });
      expect(browserRun.launches).toBe(2);
    });
  });

  test('from a browser that ends during a job: the job is printed once more', async () => {
    await withBroker('busy', async (broker, browserRun) => {
      await broker.warm();
      const late = '<script>setTimeout(() => { document.body.id = "done" }, 1000)</script><p>x';
      const print = broker.print(waiting(late, { waitForSelector: '#done' }));
      await browserRun.kill();
      const outcome = await print;
      expect(outcome, JSON.stringify(outcome)).toMatchObject({ kind: 'printed' });
      expect(browserRun.launches).toBe(2);
    });
  });

  test.each([
    [429, 'Browser time limit exceeded for today'],
    [503, 'No browser available'],
  ])('from a %s: the job fails as unavailable, and the next launch waits a second', async (status, text) => {
    await withBroker(`refused ${status}`, async (broker, browserRun) => {
      browserRun.refusal = new Response(text, { status });
      const outcome = await broker.print(waiting('<p>x'));
      expect(outcome).toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining(String(status)),
      });
      await broker.print(waiting('<p>x'));
      expect(browserRun.launches).toBe(1);

      browserRun.refusal = null;
      vi.setSystemTime(Date.now() + 2_000);
      const later = await broker.print(waiting('<p>x'));
      vi.useRealTimers();
      expect(later).toMatchObject({ kind: 'printed' });
    });
  });

  variation('from its own eviction: it goes on with the browser of the evicted instance', async () => {
    await withBroker('evicted', async (broker, browserRun, state) => {
      await broker.print(waiting('<p>x'));
      const successor = new BrowserBroker(state, { ...env, BROWSER: browserRun, BROWSER_BROKER: brokers });
      expect(await successor.print(waiting('<p>x'))).toMatchObject({ kind: 'printed' });
      expect(browserRun.launches).toBe(1);
      expect(browserRun.ended).toEqual([]);
    });
  });

  variation('from a session that was lost with its instance: a job does not wait for its end', async () => {
    await withBroker('lost session', async (broker, browserRun, state) => {
      await broker.print(waiting('<p>x'));
      const [left = ''] = browserRun.launched;
      browserRun.stuck.add(left);
      const successor = new BrowserBroker(state, { ...env, BROWSER: browserRun, BROWSER_BROKER: brokers });
      expect(await successor.print(waiting('<p>x'))).toMatchObject({ kind: 'printed' });
      expect(browserRun.launches).toBe(2);
      expect(browserRun.ended).toContain(left);
      browserRun.stuck.clear();
      await browserRun.end(left);
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
        expect(await broker.print(waiting('<p>x'))).toMatchObject({ kind: 'printed' });
      }
      await eventually(() => expect(browserRun.ended).toEqual([browserRun.launched[0]]));
      expect(browserRun.launches).toBe(2);
      expect(await broker.print(waiting('<p>x'))).toMatchObject({ kind: 'printed' });
      expect(browserRun.launches).toBe(2);
    },
    FastWearingBroker,
  );
});

variation('an idle browser is kept while it may be needed, and is then ended', async () => {
  await withBroker('resting', async (broker, browserRun, state) => {
    await broker.print(waiting('<p>x'));
    expect(await state.storage.getAlarm()).toBeGreaterThan(Date.now());
    vi.setSystemTime(Date.now() + 4 * 60_000);
    await broker.alarm();
    expect(browserRun.ended).toEqual([]);
    vi.setSystemTime(Date.now() + 2 * 60_000);
    await state.storage.deleteAlarm();
    await broker.alarm();
    vi.useRealTimers();
    expect(browserRun.ended).toEqual(browserRun.launched);
    expect(await state.storage.getAlarm()).toBeNull();
    expect(await broker.print(waiting('<p>x'))).toMatchObject({ kind: 'printed' });
  });
});

variation('after an hour of idle and busy spells there is one browser', async () => {
  await withBroker('spells', async (broker, browserRun, state) => {
    for (const idleMinutes of [2, 20, 4, 30, 4]) {
      expect(await broker.print(waiting('<p>x'))).toMatchObject({ kind: 'printed' });
      expect(browserRun.launched).toHaveLength(browserRun.ended.length + 1);
      vi.setSystemTime(Date.now() + idleMinutes * 60_000);
      await state.storage.deleteAlarm();
      await broker.alarm();
    }
    vi.useRealTimers();
    expect(browserRun.launches).toBe(3);
    expect(browserRun.ended).toEqual(browserRun.launched.slice(0, 2));
  });
});

variation('a browser that ends while it may be needed is replaced before the next job', async () => {
  await withBroker('kept warm', async (broker, browserRun) => {
    await broker.print(waiting('<p>x'));
    await browserRun.kill();
    await eventually(() => expect(browserRun.ended).toEqual(browserRun.launched));
    await broker.alarm();
    expect(browserRun.launches).toBe(2);
  });
});

const LIMITS = {
  activeSessions: [],
  maxConcurrentSessions: 120,
  allowedBrowserAcquisitions: 1,
  timeUntilNextAllowedBrowserAcquisition: 0,
};

test.each([
  [
    'no launch for a while',
    { ...LIMITS, allowedBrowserAcquisitions: 0, timeUntilNextAllowedBrowserAcquisition: 20_000 },
  ],
  ['no further session', { ...LIMITS, activeSessions: [{ id: 'other' }], maxConcurrentSessions: 1 }],
])('limits of the account that allow %s are obeyed without a launch', async (what, limits) => {
  await withBroker(what, async (broker, browserRun) => {
    browserRun.limits = limits;
    expect(await broker.print(waiting('<p>x'))).toMatchObject({ kind: 'unavailable' });
    expect(browserRun.launches).toBe(0);
    browserRun.limits = LIMITS;
    vi.setSystemTime(Date.now() + 30_000);
    const later = await broker.print(waiting('<p>x'));
    vi.useRealTimers();
    expect(later).toMatchObject({ kind: 'printed' });
  });
});

variation('the browser starts in the region of its broker', async () => {
  await withBroker('weur-7', async (broker, browserRun) => {
    await broker.warm();
    expect(browserRun.locations).toEqual(['DE']);
  });
});

variation('a PDF of more than a megabyte is streamed', async () => {
  await withBroker('streaming', async (broker) => {
    const outcome = await broker.print(waiting(`<body>${noise(1)}</body>`));
    if (outcome.kind !== 'printed') throw new Error(outcome.kind);
    expect(outcome.sizeBytes).toBeGreaterThan(1_000_000);
    expect(outcome.body).toBeInstanceOf(ReadableStream);
    expect((await bytesOf(outcome.body)).byteLength).toBe(outcome.sizeBytes);
  });
});

test('a busy broker rejects or queues a job, as the caller chooses', async () => {
  await withBroker('loaded', async (broker) => {
    await broker.warm();
    const jobs = Array.from({ length: 9 }, () => broker.print({ ...waiting('<p>x'), whenBusy: 'reject' }));
    const last = broker.print(waiting('<p>x'));
    const kinds = (await Promise.all(jobs)).map((outcome) => outcome.kind);
    expect(kinds.filter((kind) => kind === 'busy')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'printed')).toHaveLength(8);
    expect(await last).toMatchObject({ kind: 'printed' });
  });
});
