import { createRoute, z } from '@hono/zod-openapi';
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

import { showFile } from '../../../verbs/files/kept-files.ts';
import { answer } from '../../http/answer.ts';
import { type AppContext, requireCtx, requireMemory } from '../../http/context.ts';
import { hashJson, readIdempotencyClaim } from '../../http/idempotency.ts';
import { readOrigin } from '../../http/origin.ts';
import { jsonBody, jsonResponse } from '../../http/responses.ts';
import { runWork } from '../../http/run-work.ts';
import { uploadQuery, withUpload } from '../../shared/upload.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import {
  inWorkspace,
  inWorkspaceChange,
  inWorkspaceContent,
  memberCtx,
  readPlanBody,
} from '../http/in-workspace.ts';
import { limitPreviews } from '../http/limit-person.ts';

const idempotencyKey = {
  headers: z.object({ 'idempotency-key': z.string().optional() }),
};

const merging = createRoute({
  method: 'post',
  path: '/merge',
  middleware: inWorkspaceContent('admin'),
  request: { ...jsonBody(mergeFiles), ...idempotencyKey },
  responses: { 200: jsonResponse('The merged PDF. It has spent one credit', madeFilesAnswer) },
});

const splitting = createRoute({
  method: 'post',
  path: '/split',
  middleware: inWorkspaceContent('admin'),
  request: { ...jsonBody(splitRequest), ...idempotencyKey },
  responses: { 200: jsonResponse('The parts. Each has spent one credit', madeFilesAnswer) },
});

const planning = createRoute({
  method: 'post',
  path: '/split/plan',
  middleware: [inWorkspace('admin'), limitPreviews, readPlanBody],
  request: jsonBody(planSplitRequest),
  responses: { 200: jsonResponse('What a split would make', splitPlanAnswer) },
});

const uploading = createRoute({
  method: 'post',
  path: '/',
  middleware: inWorkspaceChange('admin'),
  request: { query: uploadQuery },
  responses: { 201: jsonResponse('The stored PDF', fileAnswer) },
});

/** A way to split is required, except for a plan. */
const router = validatingRouter((body, c) => [
  ...(c.req.path.endsWith('/split') ? splitProblems(body) : []),
  ...filenameProblems(body),
]);

export const assembleRoutes = router
  .openapi(merging, (c) => assemble(c, { kind: 'merge', body: toMerge(c.req.valid('json')) }))
  .openapi(splitting, (c) => assemble(c, { kind: 'split', body: c.req.valid('json') }))
  .openapi(uploading, async (c) => {
    const ctx = memberCtx(c);
    const { uploadAsPerson } = await import('../../../verbs/make/upload-as-person.ts');
    const file = await withUpload(c, c.req.valid('query'), (product) =>
      runWork(c, (means) => uploadAsPerson(ctx, means, product)),
    );
    return c.json(answer(c, await showFile(ctx, { file, origin: readOrigin(c) })), 201);
  })
  .openapi(planning, async (c) => {
    const { planSplit } = await import('../../../verbs/make/assemble/plan-split.ts');
    const plan = await planSplit(requireCtx(c), { ...c.req.valid('json'), memory: requireMemory(c) });
    return c.json(answer(c, plan), 200);
  });

/** They are right in every language. */
const PAGE_NUMBERS =
  '<div style="text-align: center"><span class="pageNumber"></span> / <span class="totalPages"></span></div>';

const toMerge = ({ pageNumbers, ...body }: MergeFiles) =>
  pageNumbers === true ? { ...body, options: { footer: { content: PAGE_NUMBERS } } } : body;

async function assemble(c: AppContext, assembly: Assembly) {
  const ctx = memberCtx(c);
  const idempotency = await readIdempotencyClaim(c, () => hashJson({ [assembly.kind]: assembly.body }));
  const { assembleAsPerson } = await import('../../../verbs/make/assemble/assemble-as-person.ts');
  const [json, memory] = [assembly.body, requireMemory(c)];
  const result = await runWork(c, (means) =>
    assembleAsPerson(ctx, { ...means, assembly, json, memory, idempotency }),
  );
  const origin = readOrigin(c);
  const files = await Promise.all(result.files.map((file) => showFile(ctx, { file, origin })));
  return c.json(answer(c, { files, remaining: result.remaining }), 200);
}
