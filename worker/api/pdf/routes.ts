import { createRoute, OpenAPIHono } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import { NESTED_TOO_DEEPLY, overTwiceTheLimit } from '../../../schema/api/body-problems.ts';
import type { GenerateResponse } from '../../../schema/api/generate.ts';
import { ApiError, invalidRequest } from '../../api-error.ts';
import { PLANS } from '../../../schema/plans.ts';
import { canonicalJson } from '../../../schema/canonical-json.ts';
import { linksOf } from '../../files/links.ts';
import { authenticate } from '../authenticate.ts';
import type { AppContext, AppEnv } from '../../http/context.ts';
import { described, keyOf, planOf } from '../keyed.ts';
import { originOf } from '../../http/origin.ts';
import { preferredType } from '../../http/preferred-type.ts';
import { EDGE_LANE_MAX_BYTES, readJsonBody, requireJsonType } from '../../http/read-json-body.ts';
import type { IdempotencyClaim } from '../../ledger/protocol.ts';
import { sha256Hex } from '../../sha256.ts';
import { pdfKey } from '../../storage/keys.ts';
import { describeFile } from '../../files/describe-file.ts';
import { readInContainer, roomyContainer } from '../../pdf/bulk.ts';
import { generateDescription, MAX_IDEMPOTENCY_KEY_CHARACTERS } from './describe-generate.ts';
import { edgeOrder } from '../../pdf/edge.ts';
import type { PdfOrder } from '../../pdf/order.ts';
import { type Generated, type Generation, generatePdf } from '../../pdf/generate.ts';
import type { ContainerFetch } from '../../../renderer/container/host.ts';
import { RendererUnavailable } from '../../../renderer/renderer.ts';
import { recordGeneration } from '../../usage/record-generation.ts';
import { requestProblems } from '../../../compose/request-problems.ts';

/** Bodies up to this are read here; larger ones go to the container unread, where there is one. */
const EDGE_LANE_BYTES = 2_000_000;

/** Unknown is infinite: a body that comes in chunks may be of any size. */
const bodyBytes = (c: AppContext): number =>
  c.req.raw.body === null ? 0 : Number(c.req.header('Content-Length') ?? Infinity);

/** Takes a large request out of the edge lane. A container without room leaves it what an isolate can hold. */
const bulkLane = createMiddleware<AppEnv>(async (c, next) => {
  const { container } = c.var.services;
  const bytes = bodyBytes(c);
  if (container === null || bytes <= EDGE_LANE_BYTES) return next();
  requireJsonType(c);
  const maxBodyBytes = 2 * PLANS[planOf(c)].maxHtmlBytes;
  if (bytes !== Infinity && bytes > maxBodyBytes) throw invalidRequest([overTwiceTheLimit(maxBodyBytes)]);
  const instance = await roomyContainer(container, keyOf(c).workspaceId, bytes);
  if (instance !== null) return answerFromContainer(c, instance, container.token);
  if (bytes <= EDGE_LANE_MAX_BYTES || bytes === Infinity) return next();
  throw new RendererUnavailable('no container has room');
});

const generateRoute = createRoute({
  method: 'post',
  path: '/generate',
  summary: 'Generate a PDF from HTML or a template',
  tags: ['PDF'],
  ...described(
    'pdf.generate',
    'Fills the template, prints it, stores the PDF and spends one credit; a test key spends none. A request that is refused or fails spends nothing.',
  ),
  // The reservation counts the request, in the call that makes it: no rate limit of its own before it.
  middleware: [authenticate('pdf.generate'), bulkLane, readJsonBody],
  ...generateDescription,
});

const pdf = new OpenAPIHono<AppEnv>({
  defaultHook: async (result, c) => {
    const body: unknown = result.success ? result.data : await c.req.json();
    const problems = requestProblems(body, result.success ? null : result.error);
    if (problems.length > 0) throw invalidRequest(problems);
  },
});

export const pdfRoutes = pdf.openapi(generateRoute, async (c) => {
  const order = edgeOrder(c.var.services.renderer, c.req.valid('json'));
  const hash = async () => hashOf(await c.req.json());
  return answer(c, order, await idempotencyClaim(c, hash));
});

/** The same for a body too large for this isolate. @throws what the container finds wrong with it */
async function answerFromContainer(
  c: AppContext,
  container: ContainerFetch,
  token: string,
): Promise<Response> {
  const { timeoutMs, maxHtmlBytes } = PLANS[planOf(c)];
  const order = await readInContainer(container, token, {
    body: c.req.raw.body ?? new Blob([]).stream(),
    maxBodyBytes: 2 * maxHtmlBytes,
    deadline: c.var.arrivedAt + timeoutMs,
    wantsHash: c.req.header('Idempotency-Key') !== undefined,
  });
  try {
    const claim = await idempotencyClaim(c, () => Promise.resolve(order.bodyHash ?? ''));
    return await answer(c, order, claim);
  } finally {
    c.executionCtx.waitUntil(order.abandon());
  }
}

async function answer(c: AppContext, order: PdfOrder, idempotency: IdempotencyClaim | null) {
  const work = generatePdf(c.var.services, generationOf(c, order, idempotency));
  // A client that hangs up must not leave a reservation half-way.
  c.executionCtx.waitUntil(work.catch(() => undefined));
  const generated = await work;
  if (generated.replayed) c.header('Idempotency-Replayed', 'true');
  else recordGeneration(c.var.services, keyOf(c).workspaceId, generated.file);
  c.set('pdfBytes', generated.file.sizeBytes);
  if (wantsPdf(c)) return answerWithPdf(c, generated);
  return c.json(await toResponse(c, generated, order.wantsReport), 200);
}

function generationOf(c: AppContext, order: PdfOrder, idempotency: IdempotencyClaim | null): Generation {
  const { arrivedAt, phases } = c.var;
  const key = keyOf(c);
  return {
    keyId: key.id,
    workspaceId: key.workspaceId,
    environment: key.environment,
    plan: planOf(c),
    order,
    idempotency,
    arrivedAt,
    phases,
    onCounted: (rate) => c.set('rate', rate),
    onErrorCounted: (code) => c.set('countedError', code),
  };
}

/** Source: decision 31. */
async function idempotencyClaim(
  c: AppContext,
  bodyHash: () => Promise<string>,
): Promise<IdempotencyClaim | null> {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined) return null;
  if (key.length < 1 || key.length > MAX_IDEMPOTENCY_KEY_CHARACTERS) {
    throw invalidRequest([`Idempotency-Key: must have 1 to ${MAX_IDEMPOTENCY_KEY_CHARACTERS} characters`]);
  }
  return { key, bodyHash: await bodyHash() };
}

/** The body is compared as JSON, so the hash is of its canonical text. */
async function hashOf(body: unknown): Promise<string> {
  try {
    return await sha256Hex(canonicalJson(body));
  } catch (error) {
    if (error instanceof RangeError) throw invalidRequest([NESTED_TOO_DEEPLY]);
    throw error;
  }
}

const wantsPdf = (c: AppContext): boolean =>
  preferredType(c.req.header('Accept'), ['application/json', 'application/pdf']) === 'application/pdf';

async function toResponse(
  c: AppContext,
  generated: Generated,
  wantsReport: boolean,
): Promise<GenerateResponse> {
  const { file, usage, report } = generated;
  const links = await linksOf(file, c.var.services.signer, originOf(c), file.createdAt);
  return {
    success: true,
    requestId: c.var.requestId,
    data: describeFile(file, links),
    usage,
    ...(wantsReport && report !== null ? { report } : {}),
  };
}

/** Source: decision 32. The bytes come from storage, so a replay answers with the same ones. */
async function answerWithPdf(c: AppContext, { file, usage }: Generated): Promise<Response> {
  const { services } = c.var;
  const [object, links] = await Promise.all([
    services.fileStore.get(pdfKey(file.fileId)),
    linksOf(file, services.signer, originOf(c), file.createdAt),
  ]);
  if (object === null) throw new ApiError('FILE_NOT_FOUND', 'The file was deleted.');
  return c.body(object.body, 200, {
    'Content-Type': object.contentType,
    'Content-Length': String(object.sizeBytes),
    'Content-Disposition': object.contentDisposition ?? 'inline',
    'X-File-Id': file.fileId,
    'X-File-Url': links.url,
    'X-File-Signed-Url': links.signedUrl,
    'X-Usage-Remaining': String(usage.remaining),
    'X-Quota-Used': String(usage.quotaUsed),
    'X-Quota-Limit': String(usage.quotaLimit),
    'X-Processing-Time-Ms': String(file.processingTimeMs),
  });
}
