import { env } from 'cloudflare:test';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseTraceparent, startTrace } from '../../../../schema/trace-context.ts';
import { chooseRenderers } from '../../../../worker/choose-renderer.ts';
import type { Env } from '../../../../worker/env.ts';
import { readVariables } from '../../../../worker/env.ts';
import { runJob } from '../../../../worker/consumers/jobs/run-job.ts';
import { buildServices, type Services } from '../../../../worker/services.ts';
import { REPORT } from '../../../support/render-report.ts';
import { call, migrate, operate, postJson } from '../../support/service.ts';
import { tinyPdf } from '../../../support/tiny-pdf.ts';
import { Receivers, ringDesk, WebhookTenant } from '../../support/webhooks.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const SPAN_ID = 'b7ad6b7169203331';
const TRACEPARENT = `00-${TRACE_ID}-${SPAN_ID}-01`;

let lines: Record<string, unknown>[];
let tenant: WebhookTenant;

beforeAll(migrate);

beforeEach(async () => {
  tenant = await WebhookTenant.create();
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(JSON.parse(String(line))));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const lineOf = (event: string, more: Record<string, unknown> = {}) => {
  const found = lines.find((line) =>
    Object.entries({ event, ...more }).every(([name, value]) => line[name] === value),
  );
  if (found === undefined) throw new Error(`No line ${event}: ${JSON.stringify(lines)}`);
  return found;
};

const generate = (body: unknown, headers: Record<string, string> = {}) =>
  call('/v1/pdf/generate', postJson(body, { 'X-API-Key': tenant.key, ...headers }));

/** Prints nothing real. */
const printing = (): Services => {
  const body = tinyPdf('trace');
  const renderer = {
    start: () => Promise.resolve(),
    print: async () => ({ body, sizeBytes: body.byteLength, report: REPORT }),
  };
  return { ...buildServices(env), renderer };
};

describe('the log line of a request', () => {
  test('is found by the requestId of its error, and has the trace of the caller', async () => {
    const response = await generate({}, { traceparent: TRACEPARENT, tracestate: 'rojo=1' });
    const { error } = await response.json<{ error: { requestId: string; code: string } }>();
    expect(lineOf('request', { requestId: error.requestId })).toMatchObject({
      traceId: TRACE_ID,
      parentSpanId: SPAN_ID,
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      workspaceId: tenant.workspaceId,
      route: '/v1/pdf/generate',
      status: 400,
      code: 'VALIDATION_ERROR',
      durationMs: expect.any(Number),
      phases: { auth: expect.any(Number) },
    });
  });

  test.each(['nonsense', `00-${'0'.repeat(32)}-${SPAN_ID}-01`, `${TRACEPARENT},${TRACEPARENT}`])(
    'has a new trace after the malformed traceparent %s, which is no error',
    async (traceparent) => {
      const response = await call('/v1/usage', { headers: { 'X-API-Key': tenant.key, traceparent } });
      expect(response.status).toBe(200);
      const { traceId, parentSpanId } = lineOf('request', { route: '/v1/usage' });
      expect([String(traceId), parentSpanId]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), null]);
      expect(traceId).not.toBe(TRACE_ID);
    },
  );
});

describe('the trace of a request', () => {
  test('goes on in its job, and in the webhook about it', async () => {
    const receivers = new Receivers();
    const { id: webhookId } = await tenant.add('shop.dev', ['job.succeeded']);
    const response = await generate(
      { htmlContent: '<p>x' },
      { Prefer: 'respond-async', traceparent: TRACEPARENT, tracestate: 'rojo=1' },
    );
    const { data } = await response.json<{ data: { jobId: string } }>();
    const services = printing();
    const background: Promise<unknown>[] = [];
    await runJob(
      { services },
      {
        bell: { workspaceId: tenant.workspaceId, jobId: data.jobId },
        servicesIn: () => services,
        inBackground: (work) => void background.push(work),
      },
    );
    await Promise.all(background);
    const { spanId } = lineOf('request', { status: 202 });
    expect(lineOf('job')).toMatchObject({ jobId: data.jobId, traceId: TRACE_ID, parentSpanId: spanId });

    await expect.poll(async () => (await tenant.deliveries(webhookId)).length).toBe(1);
    await ringDesk(webhookId);
    const { headers } = receivers.request(0);
    expect(parseTraceparent(headers.traceparent)).toMatchObject({ traceId: TRACE_ID, isSampled: true });
    expect(headers.tracestate).toBe('rojo=1');
    expect(headers.traceparent).not.toContain(String(spanId));
  });

  test('goes on in the rows of its batch', async () => {
    const template = { workspaceId: tenant.workspaceId, name: 'row', content: '<p>{{name}}</p>' };
    const { body } = await operate('PUT', '/templates', template);
    const batch = { templateId: body.id, rows: [{ externalId: 'a', templateData: { name: 'A' } }] };
    const headers = { 'X-API-Key': tenant.key, traceparent: TRACEPARENT };
    const response = await call('/v1/batches', postJson(batch, headers));
    const { data } = await response.json<{ data: { batchId: string } }>();
    expect(await env.BATCH_DESK.getByName(data.batchId).consumerOrder()).toMatchObject({
      trace: { traceId: TRACE_ID, parentSpanId: SPAN_ID },
    });
  });

  test('is sent to the container with each call, and never without a trace', async () => {
    const sent: (string | null)[] = [];
    const instance = {
      fetch: async (_url: URL, init: RequestInit) => {
        sent.push(new Headers(init.headers).get('traceparent'));
        return new Response(null, { status: 503 });
      },
    };
    const bindings = {
      ...env,
      RENDERER: 'container',
      RENDERER_TOKEN: 'a-token-of-the-renderer',
      PRINT_CONTAINER: { getByName: () => instance },
    } as unknown as Env;
    const trace = startTrace();
    for (const origin of [{ trace }, {}]) {
      const { container } = chooseRenderers(bindings, readVariables(bindings), origin);
      const [first] = container?.host.instances('ws_a') ?? [];
      await first?.('/print', { method: 'POST' });
    }
    expect(sent).toEqual([`00-${trace.traceId}-${trace.spanId}-00`, null]);
  });
});
