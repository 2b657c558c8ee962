import { afterEach, describe, expect, test } from 'vitest';
import type { PrintJob } from '@platen/pdf';
import { PrintCancelled, type PrintLimits } from '@platen/print-engine';
import { ContainerRenderer } from '../../renderer/container/container-renderer.ts';
import { hostAtUrl } from '../../renderer/container/host.ts';
import { MAX_BODY_BYTES, PAGE_SHARE, TIMEOUT_MS, WORKSPACE_ID } from '../../renderer/container/protocol.ts';
import { RendererBusy } from '../../renderer/outcome.ts';
import { jobOf } from '../print/support/jobs.ts';
import { useRenderer } from './support/renderer.ts';
import { eventually } from '../support/eventually.ts';
import { variation } from '../support/thorough.ts';

/** With a share of 3/8, a workspace has 2 of the 4 pages and 5 of the 12 places. */
const renderer = useRenderer(() => ({ CONCURRENT_JOBS: 4, QUEUED_JOBS: 8 }));
const [PAGES, PLACES] = [2, 5];

const client = (): ContainerRenderer =>
  new ContainerRenderer(hostAtUrl(renderer.running.url), renderer.running.token);

const limitsOf = (workspaceId: string, timeoutMs: number): PrintLimits => ({
  workspaceId,
  deadline: Date.now() + timeoutMs,
  maxPdfBytes: 10_000_000,
  pageShare: 3 / 8,
});

const ENDLESS = jobOf('<p>x<script>for (;;) {}</script>');

let hangUp = new AbortController();
afterEach(async () => {
  hangUp.abort();
  hangUp = new AbortController();
  await loadOf(0);
});

const printEndless = ({ signal } = hangUp): Promise<unknown> =>
  client()
    .print(ENDLESS, limitsOf('ws_hostile', 60_000), signal)
    .catch((error: unknown) => error);

const printHonest = (changes: Partial<PrintJob> = {}) =>
  client().print(jobOf('<p>honest', changes), limitsOf('ws_honest', 30_000));

const loadOf = (load: number) => eventually(() => expect(renderer.running.pool.load).toBe(load));

describe('one workspace with endless pages', () => {
  test('takes its share of the places, is then refused, and delays no other workspace', async () => {
    const prints = Array.from({ length: PLACES }, () => printEndless());
    await loadOf(PLACES);
    expect(await printEndless()).toBeInstanceOf(RendererBusy);
    const printed = await printHonest();
    expect(printed.report.pageCount).toBe(1);
    expect(renderer.running.pool.load).toBe(PLACES);
    hangUp.abort();
    await Promise.all(prints);
  });

  test('frees its pages when it hangs up, and the answers say how long they were used', async () => {
    const prints = Array.from({ length: PAGES }, () => printEndless());
    await loadOf(PAGES);
    // Gets a page after them.
    await printHonest();
    const hangUpInQueue = new AbortController();
    const queued = Array.from({ length: PLACES - PAGES }, () => printEndless(hangUpInQueue));
    await loadOf(PLACES);
    const startedAt = performance.now();
    await printHonest({ waitFor: { delayMs: 300 } });
    const honestMs = performance.now() - startedAt;
    hangUpInQueue.abort();
    for (const failure of await Promise.all(queued)) {
      expect(failure).toBeInstanceOf(PrintCancelled);
      expect((failure as PrintCancelled).pageMs).toBe(0);
    }
    await loadOf(PAGES);
    hangUp.abort();
    for (const failure of await Promise.all(prints)) {
      expect(failure).toBeInstanceOf(PrintCancelled);
      expect((failure as PrintCancelled).pageMs).toBeGreaterThanOrEqual(honestMs);
    }
    await loadOf(0);
  });

  variation('cannot fill the queue with bodies that wait for a decision', async () => {
    const { url, token } = renderer.running;
    const headers = (workspaceId: string) => ({
      Authorization: `Bearer ${token}`,
      [WORKSPACE_ID]: workspaceId,
      [PAGE_SHARE]: String(3 / 8),
      [TIMEOUT_MS]: '30000',
      [MAX_BODY_BYTES]: '1000',
    });
    const send = async (workspaceId: string) => {
      const body = JSON.stringify({ htmlContent: '<p>x' });
      return fetch(`${url}/generate`, { method: 'POST', headers: headers(workspaceId), body });
    };
    const answers = await Promise.all(Array.from({ length: PLACES + 2 }, () => send('ws_hostile')));
    expect(answers.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([
      200, 200, 200, 200, 200, 503, 503,
    ]);
    const asked = await fetch(`${url}/generate`, { headers: headers('ws_hostile') });
    const other = await fetch(`${url}/generate`, { headers: headers('ws_honest') });
    expect([asked.status, other.status]).toEqual([503, 204]);
    for (const answer of answers.filter(({ ok }) => ok)) {
      const { id } = (await answer.json()) as { id: string };
      await fetch(`${url}/generate/${id}`, { method: 'DELETE', headers: headers('ws_hostile') });
    }
  });
});

test('closing the request ends the print too, without a call that cancels it', async () => {
  const { url, token } = renderer.running;
  const request = { job: ENDLESS, workspaceId: 'ws_one', timeoutMs: 60_000, maxPdfBytes: 1_000 };
  const print = fetch(`${url}/print`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify(request),
    signal: hangUp.signal,
  }).catch(() => 'closed');
  await loadOf(1);
  hangUp.abort();
  expect(await print).toBe('closed');
  await loadOf(0);
});
