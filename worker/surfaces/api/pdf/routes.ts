import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { findRequestProblems } from '../../../../compose/request-problems.ts';
import { EDGE_MAX_BYTES } from '../../../../compose/template-limits.ts';
import { findUnknownFields, toProblems } from '../../../../compose/unknown-fields/index.ts';
import type { ContainerFetch } from '../../../../renderer/container/host.ts';
import { overTwiceTheLimit } from '../../../../schema/api/body-problems.ts';
import { PLANS } from '../../../../schema/plans.ts';
import { invalidRequest } from '../../../lib/api-error.ts';
import { type AppContext, type AppEnv, requireCtx, requireMemory } from '../../http/context.ts';
import { requireJsonType } from '../../http/read-json-body.ts';
import { refuseBody } from '../../http/refuse-body.ts';
import type { IdempotencyClaim } from '../../../objects/ledger/protocol.ts';
import { generatePdf } from '../../../verbs/make/generate.ts';
import type { Lane } from '../../../verbs/make/lane.ts';
import { requireLinearizer } from '../../../verbs/make/require-linearizer.ts';
import {
  findContainer,
  isBulk,
  type LaneTerms,
  openEdgeLane,
  openUnreadLane,
} from '../../../verbs/make/open-lane.ts';
import { requireThumbnails } from '../../../verbs/make/thumbnail.ts';
import { recordGeneration } from '../../../verbs/usage/record-generation.ts';
import { authenticate } from '../authenticate.ts';
import { bodyBytes } from '../body-bytes.ts';
import { requireKey } from '../context.ts';
import { describeKeyed, readJsonBody } from '../keyed.ts';
import { limitRateEarly } from '../limit-rate.ts';
import { confirmPreferences, preferencesOf } from '../preferences.ts';
import { generateDescription } from './describe-generate.ts';
import { hasSecrets } from './has-secrets.ts';
import { hashJson, readIdempotencyClaim } from '../../http/idempotency.ts';
import { respond } from './respond.ts';
import { runLater } from './run-later.ts';

const isForJob = (c: AppContext, bytes: number): boolean =>
  preferencesOf(c).respondAsync && (bytes <= EDGE_MAX_BYTES || bytes === Infinity);

/**
 * A large body goes to a container unread. If no container has capacity, the edge lane takes what an isolate can hold. The
 * body of a job is checked and stored, so it is read here. A body that is too large for that makes no job (contract 13.1).
 */
const chooseLane = createMiddleware<AppEnv>(async (c, next) => {
  const ctx = requireCtx(c);
  const bytes = bodyBytes(c);
  if (!isBulk(ctx, bytes) || isForJob(c, bytes)) return next();
  requireJsonType(c);
  const { maxHtmlBytes, timeoutMs } = PLANS[ctx.workspace.plan];
  const tooLarge = overTwiceTheLimit(2 * maxHtmlBytes);
  if (bytes !== Infinity && bytes > 2 * maxHtmlBytes)
    await refuseBody(c, tooLarge, c.get('arrivedAt') + timeoutMs);
  const [instance] = await Promise.all([findContainer(ctx, laneTerms(c), bytes), c.get('admission')]);
  return instance === null ? next() : generateInContainer(c, instance);
});

const generateRoute = createRoute({
  method: 'post',
  path: '/generate',
  summary: 'Generate a PDF from HTML, a template, a page or Markdown',
  tags: ['PDF'],
  ...describeKeyed(
    'pdf.generate',
    'Fills the template or loads the page, prints it, stores the PDF and spends one credit. A test key spends none. A request that is refused or fails spends nothing.',
  ),
  middleware: [authenticate('pdf.generate'), confirmPreferences, limitRateEarly, chooseLane, readJsonBody],
  ...generateDescription,
});

const pdf = new OpenAPIHono<AppEnv>({
  defaultHook: async (result, c) => {
    const isStrict = preferencesOf(c).strict;
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
  requireLinearizer(requireCtx(c), body.options);
  const idempotency = await readIdempotencyClaim(c, () => hashJson(json));
  if (body.thumbnail !== undefined) requireThumbnails(requireCtx(c));
  if (preferencesOf(c).respondAsync) {
    const templateId = body.templateId ?? null;
    return runLater(c, {
      kind: 'generate',
      json,
      templateId,
      idempotency,
      hasSecrets: hasSecrets(body),
      wantsReport: body.options?.report === true,
    });
  }
  const lane = openEdgeLane(requireCtx(c), laneTerms(c), { body, json, memory: requireMemory(c) });
  return generate(c, lane, idempotency);
});

const laneTerms = (c: AppContext): LaneTerms => ({
  startedAt: c.get('arrivedAt'),
  signal: c.req.raw.signal,
  wantsHash: c.req.header('Idempotency-Key') !== undefined,
  isStrict: preferencesOf(c).strict,
  inBackground: (work) => c.executionCtx.waitUntil(work),
});

async function generateInContainer(c: AppContext, instance: ContainerFetch): Promise<Response> {
  const body = c.req.raw.body ?? new Blob([]).stream();
  const { lane, close } = await openUnreadLane(requireCtx(c), laneTerms(c), { instance, body });
  try {
    const claim = await readIdempotencyClaim(c, () => Promise.resolve(lane.bodyHash ?? ''));
    return await generate(c, lane, claim);
  } finally {
    close();
  }
}

async function generate(c: AppContext, lane: Lane, idempotency: IdempotencyClaim | null) {
  const ctx = requireCtx(c);
  const [arrivedAt, phases] = [c.get('arrivedAt'), c.get('phases')];
  const { signal } = c.req.raw;
  const work = generatePdf(ctx, { key: requireKey(c), lane, idempotency, arrivedAt, phases, signal });
  // If the client hangs up, the work ends early, and still releases its reservation.
  c.executionCtx.waitUntil(work.catch(() => undefined));
  const result = await work;
  if (!result.replayed) recordGeneration(ctx, result.file);
  return respond(c, { ...result, report: lane.wantsReport ? result.report : null });
}
