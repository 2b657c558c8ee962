import { env } from 'cloudflare:test';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { PrintLimits } from '@platen/print-engine';
import { CompiledTemplates } from '../../../../packages/handlebars/cache.ts';
import type { Renderer } from '../../../../renderer/renderer.ts';
import { printRows } from '../../../../worker/consumers/batches/print-rows.ts';
import { startTrace } from '../../../../schema/trace-context.ts';
import { buildServices } from '../../../../worker/services.ts';
import { REPORT } from '../../../support/render-report.ts';
import { TestBatch } from '../../support/batches.ts';
import { openLedgerAtNoon } from '../../support/ledger.ts';
import { migrate, operate } from '../../support/service.ts';
import { tinyPdf } from '../../../support/tiny-pdf.ts';

const ROWS = 6;

beforeAll(() => migrate());

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A renderer that records the terms of its prints. */
function openRenderer() {
  const prints: PrintLimits[] = [];
  const body = tinyPdf('row');
  const renderer: Renderer = {
    start: () => Promise.resolve(),
    print: async (_job, limits) => {
      prints.push(limits);
      return { body, sizeBytes: body.byteLength, report: REPORT };
    },
  };
  return { renderer, prints };
}

test('a consumer rests after each row that fails', async () => {
  const { body: workspace } = await operate('POST', '/workspaces', { name: 'Acme', plan: 'free' });
  const workspaceId = String(workspace.id);
  const template = { workspaceId, name: 'faulty', content: '{{currency "x" "EUR"}}' };
  const { body } = await operate('PUT', '/templates', template);
  openLedgerAtNoon();
  const services = { ...buildServices(env), ...openRenderer() };
  const batch = new TestBatch(workspaceId, services.ledger(workspaceId));
  await batch.accept(ROWS, { template: `${String(body.id)}@1` });
  const rests = vi.spyOn(scheduler, 'wait');
  const { laneId } = batch.consumer();
  const bell = { workspaceId, batchId: batch.batchId, laneId };
  await printRows({ services }, { bell, servicesIn: () => services, inBackground: () => {} });
  expect(await batch.find()).toMatchObject({ state: 'completed', rows: { failed: ROWS } });
  const times = rests.mock.calls.map(([ms]) => ms);
  expect(times.length).toBeGreaterThanOrEqual(ROWS);
  expect(Math.max(...times)).toBeLessThanOrEqual(2_000);
});

test('the rows of a consumer share the stored and the compiled template and the pages of the workspace, and print in the background', async () => {
  const content = '<p>A row of a batch for {{name}}</p>';
  const compiled = vi.spyOn(CompiledTemplates.prototype, 'set');
  const { body: workspace } = await operate('POST', '/workspaces', { name: 'Acme', plan: 'free' });
  const workspaceId = String(workspace.id);
  const template = { workspaceId, name: 'row', content };
  const { body } = await operate('PUT', '/templates', template);
  openLedgerAtNoon();
  const { renderer, prints } = openRenderer();
  const services = { ...buildServices(env), renderer };
  const batch = new TestBatch(workspaceId, services.ledger(workspaceId));
  const trace = startTrace();
  await batch.accept(ROWS, { template: `${String(body.id)}@1`, trace });
  const parents = new Set<string | null>();
  const reads = vi.spyOn(services.templateStore, 'get');
  const background: Promise<unknown>[] = [];

  const { laneId } = batch.consumer();
  await printRows(
    { services },
    {
      bell: { workspaceId, batchId: batch.batchId, laneId },
      servicesIn: (_region, { traceId, parentSpanId }) => {
        expect(traceId).toBe(trace.traceId);
        parents.add(parentSpanId);
        return services;
      },
      inBackground: (work) => void background.push(work),
    },
  );
  await Promise.all(background);

  expect(await batch.find()).toMatchObject({ state: 'completed', rows: { succeeded: ROWS } });
  expect(prints).toHaveLength(ROWS);
  expect([...parents]).toEqual([trace.spanId]);
  // A pool gives a workspace its own pages again.
  for (const limits of prints) expect(limits).toMatchObject({ workspaceId, isBackground: true });
  expect(compiled.mock.calls.filter(([source]) => source === content)).toHaveLength(1);
  const names = reads.mock.calls.map(([name]) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names.length).toBeGreaterThan(0);
});
