import { createRoute } from '@hono/zod-openapi';
import { filenameProblems } from '../../../../compose/request-problems.ts';
import { findUnknownAssemblyFields, toProblems } from '../../../../compose/unknown-fields/index.ts';
import { type Assembly, mergeProblems, splitProblems } from '../../../../schema/api/assemble.ts';
import { wantsReport } from '../../../verbs/make/assemble/wants-report.ts';
import { type AppContext, requireCtx, requireMemory } from '../../http/context.ts';
import { requireLinearizer } from '../../../verbs/make/linearize.ts';
import { requireThumbnails } from '../../../verbs/make/thumbnail.ts';
import { alsoPermitted, authenticate } from '../authenticate.ts';
import { describeKeyed, readJsonBody } from '../keyed.ts';
import { limitRateEarly } from '../limit-rate.ts';
import { hasSecrets } from '../pdf/has-secrets.ts';
import { hashJson, readIdempotencyClaim } from '../../http/idempotency.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { produceNow } from '../pdf/produce-now.ts';
import { respond } from '../pdf/respond.ts';
import { confirmPreferences, preferencesOf } from '../preferences.ts';
import { finishDescription, mergeDescription, splitDescription } from './describe.ts';
import { writeMeta } from '../../../../schema/api/meta.ts';
import { pinTemplates } from '../../../verbs/make/assemble/pin-templates.ts';
import { respondWithParts } from '../pdf/respond-with-parts.ts';
import { runLater } from '../pdf/run-later.ts';

const ALSO_READ = 'The key also needs the permission `pdf.read`.';

const about = (text: string) => ({
  ...describeKeyed('pdf.generate', `${text} A test key spends none.\n\n${ALSO_READ}`),
  middleware: [
    authenticate('pdf.generate'),
    alsoPermitted('pdf.read'),
    confirmPreferences,
    limitRateEarly,
    readJsonBody,
  ],
});

const mergeRoute = createRoute({
  method: 'post',
  path: '/merge',
  summary: 'Merge PDFs',
  tags: ['PDF'],
  ...about(
    'Puts PDFs of the workspace, and PDFs that are printed for this, into one. Links, bookmarks and tags are kept, and each entry has a bookmark. Spends one credit.',
  ),
  ...mergeDescription,
});

const splitRoute = createRoute({
  method: 'post',
  path: '/split',
  summary: 'Split a PDF',
  tags: ['PDF'],
  ...about(
    'Makes a file of each part, with its links, bookmarks and tags. Links to other parts are dropped. Each file spends one credit: all files are made, or none.',
  ),
  ...splitDescription,
});

const finishRoute = createRoute({
  method: 'post',
  path: '/finish',
  summary: 'Finish a PDF',
  tags: ['PDF'],
  ...about('Makes a new file of a PDF of the workspace, which stays as it is. Spends one credit.'),
  ...finishDescription,
});

const KINDS = ['merge', 'split', 'finish'] as const;

/** What the schemas cannot express. */
const PROBLEMS: Readonly<Partial<Record<Assembly['kind'], (body: unknown) => string[]>>> = {
  merge: mergeProblems,
  split: splitProblems,
};

const router = validatingRouter((body, c) => {
  const kind = KINDS.find((known) => c.req.path.endsWith(`/${known}`)) ?? 'finish';
  const unknown = preferencesOf(c).strict ? toProblems(findUnknownAssemblyFields(kind, body)) : [];
  return [...(PROBLEMS[kind]?.(body) ?? []), ...filenameProblems(body), ...unknown];
});

export const assembleRoutes = router
  .openapi(mergeRoute, (c) => answer(c, { kind: 'merge', body: c.req.valid('json') }))
  .openapi(splitRoute, async (c) => {
    const answered = await answer(c, { kind: 'split', body: c.req.valid('json') });
    requireJson(answered);
    return answered;
  })
  .openapi(finishRoute, (c) => answer(c, { kind: 'finish', body: c.req.valid('json') }));

/** No answer of a split is a PDF. */
function requireJson(answered: Response): asserts answered is Awaited<ReturnType<typeof respondWithParts>> {
  const type = answered.headers.get('Content-Type') ?? '';
  if (!type.startsWith('application/json')) throw new Error(`A split was answered with ${type}`);
}

async function answer(c: AppContext, assembly: Assembly) {
  const ctx = requireCtx(c);
  const options = 'options' in assembly.body ? assembly.body.options : undefined;
  requireLinearizer(ctx, options);
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
  return assembly.kind === 'split' ? respondWithParts(c, result) : respond(c, result);
}
