import { filenameProblems } from '../../../../compose/request-problems.ts';
import { type Assembly, splitProblems, splitRequest } from '../../../../schema/api/assemble.ts';
import { fileAnswer } from '../../../../schema/api/files.ts';
import {
  madeFilesAnswer,
  type MergeFiles,
  mergeFiles,
  planSplit as planSplitRequest,
  splitPlanAnswer,
} from '../../../../schema/console/files.ts';
import type { Ctx, MemberActor } from '../../../ctx.ts';
import { showFile } from '../../../verbs/files/kept-files.ts';
import { type AppContext, requireMemory } from '../../http/context.ts';
import { hashJson, readIdempotencyClaim } from '../../http/idempotency.ts';
import { readOrigin } from '../../http/origin.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { runWork } from '../../http/run-work.ts';
import { uploadQuery, withUpload } from '../../shared/upload.ts';
import {
  inWorkspace,
  inWorkspaceChange,
  inWorkspaceContent,
  memberRoute,
  readPlanBody,
} from '../http/in-workspace.ts';
import { limitPreviews } from '../http/limit-person.ts';

const merge = verbRoute({
  method: 'post',
  path: '/merge',
  body: mergeFiles,
  answer: madeFilesAnswer,
  findProblems: (body, ofSchema) => [...filenameProblems(body), ...ofSchema],
  run: (ctx: Ctx<MemberActor>, body, c) => assemble(ctx, c, { kind: 'merge', body: toMerge(body) }),
});

const split = verbRoute({
  method: 'post',
  path: '/split',
  body: splitRequest,
  answer: madeFilesAnswer,
  findProblems: (body, ofSchema) => [...splitProblems(body), ...filenameProblems(body), ...ofSchema],
  run: (ctx: Ctx<MemberActor>, body, c) => assemble(ctx, c, { kind: 'split', body }),
});

const upload = verbRoute({
  method: 'post',
  path: '/',
  query: uploadQuery,
  status: 201,
  answer: fileAnswer,
  async run(ctx: Ctx<MemberActor>, query, c) {
    const { uploadAsPerson } = await import('../../../verbs/make/upload-as-person.ts');
    const file = await withUpload(c, query, (product) =>
      runWork(c, (means) => uploadAsPerson(ctx, means, product)),
    );
    return { data: await showFile(ctx, { file, origin: readOrigin(c) }) };
  },
});

/** A way to split is not required here: the answer says what is possible. */
const plan = verbRoute({
  method: 'post',
  path: '/split/plan',
  body: planSplitRequest,
  answer: splitPlanAnswer,
  findProblems: (body, ofSchema) => [...filenameProblems(body), ...ofSchema],
  async run(ctx, body, c) {
    const { planSplit } = await import('../../../verbs/make/assemble/plan-split.ts');
    return { data: await planSplit(ctx, { ...body, memory: requireMemory(c) }) };
  },
});

const parameters = [
  { name: 'idempotency-key', in: 'header' as const, required: false, schema: { type: 'string' as const } },
];

export const assembleRoutes = routerOf([
  memberRoute(merge, inWorkspaceContent('admin'), 'The merged PDF. It has spent one credit', { parameters }),
  memberRoute(split, inWorkspaceContent('admin'), 'The files. Each has spent one credit', { parameters }),
  memberRoute(upload, inWorkspaceChange('admin'), 'The stored PDF'),
  memberRoute(plan, [inWorkspace('admin'), limitPreviews, readPlanBody], 'What a split would make'),
]);

/** They are right in every language. */
const PAGE_NUMBERS =
  '<div style="text-align: center"><span class="pageNumber"></span> / <span class="totalPages"></span></div>';

const toMerge = ({ pageNumbers, ...body }: MergeFiles) =>
  pageNumbers === true ? { ...body, options: { footer: { content: PAGE_NUMBERS } } } : body;

async function assemble(ctx: Ctx<MemberActor>, c: AppContext, assembly: Assembly) {
  const idempotency = await readIdempotencyClaim(c, () => hashJson({ [assembly.kind]: assembly.body }));
  const { assembleAsPerson } = await import('../../../verbs/make/assemble/assemble-as-person.ts');
  const [json, memory] = [assembly.body, requireMemory(c)];
  const result = await runWork(c, (means) =>
    assembleAsPerson(ctx, { ...means, assembly, json, memory, idempotency }),
  );
  const origin = readOrigin(c);
  const files = await Promise.all(result.files.map((file) => showFile(ctx, { file, origin })));
  return { data: { files, remaining: result.remaining } };
}
