import { createRoute, OpenAPIHono, type z } from '@hono/zod-openapi';
import { filenameProblems } from '../../../compose/request-problems.ts';
import { mergeProblems, splitProblems } from '../../../schema/api/assemble.ts';
import { describeIssue } from '../../../schema/api/issues.ts';
import { invalidRequest } from '../../api-error.ts';
import type { Assembly } from '../../assemble/assembly.ts';
import type { AssembleResult } from '../../assemble/assemble.ts';
import { type AppContext, type AppEnv, requireCtx, requireMemory } from '../../http/context.ts';
import { requireLinearizer } from '../../pdf/require-linearizer.ts';
import { recordGeneration } from '../../usage/record-generation.ts';
import { alsoPermitted, authenticate } from '../authenticate.ts';
import { requireKey } from '../context.ts';
import { describeKeyed, readJsonBody } from '../keyed.ts';
import { limitRateEarly } from '../limit-rate.ts';
import { hasSecrets } from '../pdf/has-secrets.ts';
import { hashJson, readIdempotencyClaim } from '../pdf/idempotency.ts';
import { respond } from '../pdf/respond.ts';
import { confirmPreferences, preferencesOf } from '../preferences.ts';
import { finishDescription, mergeDescription, splitDescription } from './describe.ts';
import { pinTemplates } from '../../assemble/pin-templates.ts';
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

/** What the schemas cannot express. */
const PROBLEMS: Readonly<Record<string, (body: unknown) => string[]>> = {
  merge: mergeProblems,
  split: splitProblems,
};

const router = new OpenAPIHono<AppEnv>({
  defaultHook: async (result, c) => {
    const kind = c.req.path.split('/').at(-1) ?? '';
    // Parsing has removed the unknown fields.
    const body: unknown = await c.req.json();
    const issues: readonly z.core.$ZodIssue[] = result.success ? [] : result.error.issues;
    const problems = [
      ...(PROBLEMS[kind]?.(body) ?? []),
      ...filenameProblems(body),
      ...issues.map(describeIssue),
    ];
    if (problems.length > 0) throw invalidRequest(problems);
  },
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
  const json: unknown = await c.req.json();
  const idempotency = await readIdempotencyClaim(c, () => hashJson({ [assembly.kind]: json }));
  if (preferencesOf(c).respondAsync) {
    const pinned = await pinTemplates(ctx, assembly);
    const entries = assembly.kind === 'merge' ? assembly.body.entries : [];
    return runLater(c, {
      kind: assembly.kind,
      json: pinned,
      templateId: null,
      idempotency,
      hasSecrets: [{ options }, ...entries].some(hasSecrets),
    });
  }
  const { arrivedAt: startedAt, phases } = c.var;
  const terms = {
    startedAt,
    signal: c.req.raw.signal,
    wantsHash: false,
    isStrict: false,
    inBackground: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
  };
  // Loaded at first use, like all that a generation does not need.
  const { assemblePdf } = await import('../../assemble/assemble.ts');
  const memory = requireMemory(c);
  const work = assemblePdf(ctx, { assembly, key: requireKey(c), idempotency, terms, phases, memory });
  // If the client hangs up, the work ends early, and still releases its reservation.
  c.executionCtx.waitUntil(work.catch(() => undefined));
  const result = await work;
  if (!result.replayed) record(c, result);
  return assembly.kind === 'split'
    ? respondWithParts(c, result)
    : respond(c, { ...result, report: null }, false);
}

function record(c: AppContext, { file, parts }: AssembleResult): void {
  const files = parts.length === 0 ? [file] : parts.map((part) => part.file);
  for (const made of files) recordGeneration(requireCtx(c), made);
}
