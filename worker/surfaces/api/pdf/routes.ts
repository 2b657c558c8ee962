import { createMiddleware } from 'hono/factory';
import { findRequestProblems } from '../../../../compose/request-problems.ts';
import { EDGE_MAX_BYTES } from '../../../../compose/template-limits.ts';
import type { ContainerFetch } from '../../../../renderer/container/host.ts';
import { overTwiceTheLimit } from '../../../../schema/api/body-problems.ts';
import { generateRequest } from '../../../../schema/api/generate.ts';
import { writeMeta } from '../../../../schema/api/meta.ts';
import { PLANS } from '../../../../schema/plans.ts';
import { invalidRequest } from '../../../lib/api-error.ts';
import { type AppContext, type AppEnv, requireCtx, requireMemory } from '../../http/context.ts';
import { openBody } from '../../http/decode-body.ts';
import { requireJsonType } from '../../http/read-json-body.ts';
import { GENERATED_HEADERS } from '../../http/response-headers.ts';
import { contentRoute, routerOf } from '../../http/route.ts';
import { meansOf } from '../../http/run-work.ts';
import { generation } from '../../../verbs/make/generate.ts';
import { edgeLane } from '../../../verbs/make/lanes/lane.ts';
import { findContainer, isBulk, openBulkLane } from '../../../verbs/make/lanes/open-lane.ts';
import { requireThumbnails } from '../../../verbs/make/thumbnail.ts';
import { bodyBytes } from '../../http/body-bytes.ts';
import { requirePermission } from '../authenticate.ts';
import { keyedRoutes, readJsonBody } from '../keyed-route.ts';
import { limitRateEarly } from '../limit-rate.ts';
import { confirmPreferences, preferencesOf } from '../preferences.ts';
import { generatedContent, generateDescription } from './describe-generate.ts';
import { hasSecrets } from './has-secrets.ts';
import { hashJson, readIdempotencyClaim } from '../../http/idempotency.ts';
import { noteTemplate } from './note-template.ts';
import { produceNow } from './produce-now.ts';
import { namesFile } from './names-file.ts';
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
  const maxBytes = 2 * PLANS[ctx.workspace.plan].maxHtmlBytes;
  if (bytes !== Infinity && bytes > maxBytes) throw invalidRequest([overTwiceTheLimit(maxBytes)]);
  const [instance] = await Promise.all([findContainer(ctx, c.get('arrivedAt'), bytes), c.get('admission')]);
  return instance === null ? next() : generateInContainer(c, instance);
});

const generate = contentRoute({
  method: 'post',
  path: '/generate',
  body: generateRequest,
  headers: GENERATED_HEADERS,
  content: generatedContent,
  findProblems(json, ofSchema, c) {
    noteTemplate(c, json);
    return [...findRequestProblems(json, null), ...ofSchema];
  },
  async run(ctx, body, c) {
    const json: unknown = await c.req.json();
    const idempotency = await readIdempotencyClaim(c, () => hashJson(json));
    if (body.thumbnail !== undefined) requireThumbnails(ctx);
    if (namesFile(body.options)) requirePermission(c, 'pdf.read');
    if (preferencesOf(c).respondAsync) {
      const templateId = body.templateId ?? null;
      return runLater(c, {
        kind: 'generate',
        json,
        templateId,
        idempotency,
        hasSecrets: hasSecrets(body),
        wantsReport: body.options?.report === true,
        meta: writeMeta(body.meta),
      });
    }
    const lane = edgeLane({ body, json, memory: requireMemory(c) });
    return respond(c, await produceNow(c, generation(lane), idempotency));
  },
});

export const pdfRoutes = routerOf([
  keyedRoutes('PDF')(generate, 'pdf.generate', {
    summary: 'Generate a PDF from HTML, a template, a page or Markdown',
    about:
      'Fills the template or loads the page, prints it, stores the PDF and spends one credit. A test key spends none. A request that is refused or fails spends nothing.',
    guards: [confirmPreferences, limitRateEarly, chooseLane, readJsonBody],
    ...generateDescription,
  }),
]);

async function generateInContainer(c: AppContext, instance: ContainerFetch): Promise<Response> {
  const ctx = requireCtx(c);
  const body = openBody(c, 2 * PLANS[ctx.workspace.plan].maxHtmlBytes);
  const wantsHash = c.req.header('Idempotency-Key') !== undefined;
  const unread = { instance, body, wantsHash, isStrict: preferencesOf(c).strict };
  const { lane, close } = await openBulkLane(ctx, meansOf(c), unread).catch((error: unknown): never => {
    throw c.get('bodyError') ?? error;
  });
  c.set('unknownFields', lane.held.summary.unknownFields);
  try {
    if (lane.held.summary.namesFile) requirePermission(c, 'pdf.read');
    const claim = await readIdempotencyClaim(c, () => Promise.resolve(lane.held.summary.bodyHash ?? ''));
    return await respond(c, await produceNow(c, generation(lane), claim));
  } finally {
    close();
  }
}
