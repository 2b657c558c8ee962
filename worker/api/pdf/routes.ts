import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { RendererUnavailable } from '@platen/print-engine';
import { findRequestProblems } from '../../../compose/request-problems.ts';
import { findUnknownFields, NO_UNKNOWN_FIELDS, toProblems } from '../../../compose/unknown-fields/index.ts';
import { EDGE_MAX_BYTES } from '../../../compose/template-limits.ts';
import type { ContainerFetch } from '../../../renderer/container/host.ts';
import { overTwiceTheLimit } from '../../../schema/api/body-problems.ts';
import { PLANS } from '../../../schema/plans.ts';
import { invalidRequest } from '../../api-error.ts';
import { type AppContext, type AppEnv, requireCtx, requireMemory } from '../../http/context.ts';
import { prefersStrict } from '../../http/prefers-strict.ts';
import { requireJsonType } from '../../http/read-json-body.ts';
import type { IdempotencyClaim } from '../../ledger/protocol.ts';
import { RequestMemory } from '../../memory/request-memory.ts';
import { type BulkLane, findContainerWithCapacity, openBulkLane } from '../../pdf/bulk-lane.ts';
import { edgeLane } from '../../pdf/edge-lane.ts';
import { generatePdf } from '../../pdf/generate.ts';
import type { Lane } from '../../pdf/lane.ts';
import { printLimits } from '../../pdf/print-limits.ts';
import { recordGeneration } from '../../usage/record-generation.ts';
import { authenticate } from '../authenticate.ts';
import { bodyBytes } from '../body-bytes.ts';
import { requireKey } from '../context.ts';
import { describeKeyed, readJsonBody } from '../keyed.ts';
import { limitRateEarly } from '../limit-rate.ts';
import { generateDescription } from './describe-generate.ts';
import { hashJson, readIdempotencyClaim } from './idempotency.ts';
import { respond } from './respond.ts';

/** Larger bodies go to the container unread, if there is one. Several of this size fit into an isolate at once. */
const EDGE_LANE_BYTES = 4_000_000;

/** If no container has capacity for a large body, the edge lane takes what an isolate can hold. */
const chooseLane = createMiddleware<AppEnv>(async (c, next) => {
  const { container } = c.var.services;
  const bytes = bodyBytes(c);
  if (container === null || bytes <= EDGE_LANE_BYTES) return next();
  requireJsonType(c);
  const { workspace } = requireCtx(c);
  const maxBodyBytes = 2 * PLANS[workspace.plan].maxHtmlBytes;
  if (bytes !== Infinity && bytes > maxBodyBytes) throw invalidRequest([overTwiceTheLimit(maxBodyBytes)]);
  const share = printLimits(requireCtx(c), c.var.arrivedAt);
  const [instance] = await Promise.all([findContainerWithCapacity(container, share, bytes), c.var.admission]);
  if (instance !== null) return generateInContainer(c, instance, container.token);
  if (bytes <= EDGE_MAX_BYTES || bytes === Infinity) return next();
  throw new RendererUnavailable('no container has capacity');
});

const wantsStrict = (c: Context): boolean => prefersStrict(c.req.header('Prefer'));

/** RFC 7240, 3: says that the preference was applied. */
const confirmStrict = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (wantsStrict(c) && (c.res.ok || c.res.status === 400)) c.header('Preference-Applied', 'handling=strict');
});

const generateRoute = createRoute({
  method: 'post',
  path: '/generate',
  summary: 'Generate a PDF from HTML or a template',
  tags: ['PDF'],
  ...describeKeyed(
    'pdf.generate',
    'Fills the template, prints it, stores the PDF and spends one credit. A test key spends none. A request that is refused or fails spends nothing.',
  ),
  middleware: [authenticate('pdf.generate'), confirmStrict, limitRateEarly, chooseLane, readJsonBody],
  ...generateDescription,
});

const pdf = new OpenAPIHono<AppEnv>({
  defaultHook: async (result, c) => {
    const isStrict = wantsStrict(c);
    // Parsing has removed the unknown fields.
    const body: unknown = result.success && !isStrict ? result.data : await c.req.json();
    const problems = findRequestProblems(body, result.success ? null : result.error);
    if (isStrict) problems.push(...toProblems(findUnknownFields(body)));
    if (problems.length > 0) throw invalidRequest(problems);
  },
});

export const pdfRoutes = pdf.openapi(generateRoute, async (c) => {
  const body = c.req.valid('json');
  const json: unknown = await c.req.json();
  const unknownFields = body.options?.report ? findUnknownFields(json) : NO_UNKNOWN_FIELDS;
  const memory = requireMemory(c);
  const openBulk = () => openBulkLaneFor(c, json);
  const lane = edgeLane(c.var.services.renderer, { body, unknownFields, memory, openBulkLane: openBulk });
  const claim = await readIdempotencyClaim(c, () => hashJson(json));
  return generate(c, lane, claim);
});

/** For a small body whose document is large. Null if no container has capacity. */
async function openBulkLaneFor(c: AppContext, json: unknown): Promise<BulkLane | null> {
  const { container } = c.var.services;
  if (container === null) return null;
  const text = new TextEncoder().encode(JSON.stringify(json));
  const share = printLimits(requireCtx(c), c.var.arrivedAt);
  const instance = await findContainerWithCapacity(container, share, text.byteLength);
  const body = new Blob([text]).stream();
  return instance && sendToContainer(c, { instance, token: container.token, body, memory: requireMemory(c) });
}

interface Sending {
  readonly instance: ContainerFetch;
  readonly token: string;
  readonly body: ReadableStream<Uint8Array>;
  readonly memory: RequestMemory;
}

function sendToContainer(c: AppContext, { instance, token, body, memory }: Sending): Promise<BulkLane> {
  const { maxHtmlBytes } = PLANS[requireCtx(c).workspace.plan];
  const share = printLimits(requireCtx(c), c.var.arrivedAt);
  return openBulkLane(instance, token, {
    body,
    memory,
    maxBodyBytes: 2 * maxHtmlBytes,
    deadline: share.deadline,
    signal: c.req.raw.signal,
    share,
    wantsHash: c.req.header('Idempotency-Key') !== undefined,
    isStrict: wantsStrict(c),
  });
}

async function generateInContainer(
  c: AppContext,
  instance: ContainerFetch,
  token: string,
): Promise<Response> {
  const { workspace } = requireCtx(c);
  const { deadline } = printLimits(requireCtx(c), c.var.arrivedAt);
  const memory = new RequestMemory(workspace.id, deadline);
  const body = c.req.raw.body ?? new Blob([]).stream();
  try {
    const lane = await sendToContainer(c, { instance, token, body, memory });
    try {
      const claim = await readIdempotencyClaim(c, () => Promise.resolve(lane.bodyHash ?? ''));
      return await generate(c, lane, claim);
    } finally {
      c.executionCtx.waitUntil(lane.discard());
    }
  } finally {
    memory.release();
  }
}

async function generate(c: AppContext, lane: Lane, idempotency: IdempotencyClaim | null) {
  const ctx = requireCtx(c);
  const { arrivedAt, phases } = c.var;
  const { signal } = c.req.raw;
  const work = generatePdf(ctx, { key: requireKey(c), lane, idempotency, arrivedAt, phases, signal });
  // If the client hangs up, the work ends early, and still releases its reservation.
  c.executionCtx.waitUntil(work.catch(() => undefined));
  const result = await work;
  if (!result.replayed) recordGeneration(ctx, result.file);
  return respond(c, result, lane.wantsReport);
}
