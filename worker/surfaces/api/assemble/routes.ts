import type { z } from '@hono/zod-openapi';
import { filenameProblems } from '../../../../compose/request-problems.ts';
import { ASSEMBLE_EXAMPLES } from '../../../../schema/api/assemble-examples.ts';
import {
  type Assembly,
  finishRequest,
  mergeProblems,
  mergeRequest,
  splitProblems,
  splitRequest,
  splitResponse,
} from '../../../../schema/api/assemble.ts';
import { generateResponse } from '../../../../schema/api/generate.ts';
import { writeMeta } from '../../../../schema/api/meta.ts';
import { pinTemplates } from '../../../verbs/make/assemble/pin-templates.ts';
import { wantsReport } from '../../../verbs/make/assemble/wants-report.ts';
import { requireThumbnails } from '../../../verbs/make/thumbnail.ts';
import { type AppContext, requireCtx, requireMemory } from '../../http/context.ts';
import { hashJson, idempotencyHeader, readIdempotencyClaim } from '../../http/idempotency.ts';
import { carrying, COMMON_HEADERS, GENERATED_HEADERS } from '../../http/response-headers.ts';
import { PDF_CONTENT, requestHeader } from '../../http/responses.ts';
import { type ContentRoute, contentRoute, routerOf } from '../../http/route.ts';
import { alsoPermitted } from '../authenticate.ts';
import { keyedRoutes, readJsonBody } from '../keyed-route.ts';
import { limitRateEarly } from '../limit-rate.ts';
import { acceptedAsJob, generationErrors } from '../pdf/describe-outcomes.ts';
import { hasSecrets } from '../pdf/has-secrets.ts';
import { produceNow } from '../pdf/produce-now.ts';
import { respond } from '../pdf/respond.ts';
import { respondWithExcerpts } from '../pdf/respond-with-excerpts.ts';
import { runLater } from '../pdf/run-later.ts';
import { confirmPreferences, preferencesOf } from '../preferences.ts';

/** @param findKindProblems what the schema of this kind cannot express */
const assembling = <Body extends z.ZodType>(
  body: Body,
  answers: Pick<ContentRoute<z.ZodObject, z.ZodObject, Body>, 'content' | 'headers'>,
  toAssembly: (body: z.output<Body>) => Assembly,
  kind: Assembly['kind'],
  findKindProblems: (body: unknown) => string[] = () => [],
) =>
  contentRoute({
    method: 'post',
    path: `/${kind}`,
    body,
    ...answers,
    findProblems: (json, ofSchema) => [...findKindProblems(json), ...filenameProblems(json), ...ofSchema],
    run: (_, input, c) => assemble(c, toAssembly(input)),
  });

const oneFile = {
  headers: GENERATED_HEADERS,
  content: {
    'application/json': { schema: generateResponse, example: ASSEMBLE_EXAMPLES.merged },
    ...PDF_CONTENT,
  },
};

const excerpts = {
  headers: { ...COMMON_HEADERS, ...carrying('Location', 'Preference-Applied', 'Idempotency-Replayed') },
  content: { 'application/json': { schema: splitResponse, example: ASSEMBLE_EXAMPLES.excerpts } },
};

const merge = assembling(mergeRequest, oneFile, (body) => ({ kind: 'merge', body }), 'merge', mergeProblems);
const split = assembling(splitRequest, excerpts, (body) => ({ kind: 'split', body }), 'split', splitProblems);
const finish = assembling(finishRequest, oneFile, (body) => ({ kind: 'finish', body }), 'finish');

const PARAMETERS = [
  idempotencyHeader(
    'The same key and body return the same files within 24 hours, and spend nothing. After one of the files is deleted, the key can be used again.',
    'statement-2026-11',
  ),
  requestHeader(
    'Prefer',
    '`respond-async` accepts the request as a job and answers 202; with `wait=10`, the answer waits up to 10 seconds for the end. `handling=strict` refuses unknown fields with a `VALIDATION_ERROR` that lists them (RFC 7240).',
    'respond-async, wait=10',
  ),
];

const accept = requestHeader('Accept', '`application/pdf` returns the PDF itself.', 'application/json');

/** Merge, split and finish have this in common. */
const common = (about: string) => ({
  about: `${about} A test key spends none.\n\nThe key also needs the permission \`pdf.read\`.`,
  guards: [alsoPermitted('pdf.read'), confirmPreferences, limitRateEarly, readJsonBody],
  otherResponses: { 202: acceptedAsJob, ...generationErrors },
});

const ofOneFile = (about: string) => ({
  ...common(about),
  parameters: [...PARAMETERS, accept],
  returns: 'The stored PDF: its record, or its bytes with `Accept: application/pdf`.',
});

const keyedRoute = keyedRoutes('PDF');

export const assembleRoutes = routerOf([
  keyedRoute(merge, 'pdf.generate', {
    summary: 'Merge PDFs',
    ...ofOneFile(
      'Puts PDFs of the workspace, and PDFs that are printed for this, into one. Links, bookmarks and tags are kept, and each entry has a bookmark. Spends one credit.',
    ),
    bodyExample: ASSEMBLE_EXAMPLES.merge,
  }),
  keyedRoute(split, 'pdf.generate', {
    summary: 'Split a PDF',
    ...common(
      'Makes a file of each range of pages, with its links, bookmarks and tags. Links to other pages are dropped. Each file spends one credit: all files are made, or none.',
    ),
    parameters: PARAMETERS,
    bodyExample: ASSEMBLE_EXAMPLES.split,
    returns: 'The stored files.',
  }),
  keyedRoute(finish, 'pdf.generate', {
    summary: 'Finish a PDF',
    ...ofOneFile('Makes a new file of a PDF of the workspace, which stays as it is. Spends one credit.'),
    bodyExample: ASSEMBLE_EXAMPLES.finish,
  }),
]);

async function assemble(c: AppContext, assembly: Assembly) {
  const ctx = requireCtx(c);
  const options = 'options' in assembly.body ? assembly.body.options : undefined;
  if (assembly.body.thumbnail !== undefined) requireThumbnails(ctx);
  const json: unknown = await c.req.json();
  const idempotency = await readIdempotencyClaim(c, () => hashJson({ [assembly.kind]: json }));
  if (preferencesOf(c).respondAsync) {
    const pinned = await pinTemplates(ctx, assembly, json);
    const entries = assembly.kind === 'merge' ? assembly.body.entries : [];
    return runLater(c, {
      kind: assembly.kind,
      json: pinned,
      templateId: null,
      idempotency,
      hasSecrets: [{ options }, ...entries].some(hasSecrets),
      wantsReport: wantsReport(assembly),
      meta: writeMeta(assembly.body.meta),
    });
  }
  // Loaded at first use, like all that a generation does not need.
  const { assemblyOf } = await import('../../../verbs/make/assemble.ts');
  const product = assemblyOf({ assembly, json, memory: requireMemory(c) });
  const result = await produceNow(c, product, idempotency);
  return assembly.kind === 'split' ? respondWithExcerpts(c, result) : respond(c, result);
}
