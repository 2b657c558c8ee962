import { z } from '@hono/zod-openapi';
import { deletedFile, fileAnswer } from '../../../../schema/api/files.ts';
import { previewDraft } from '../../../../schema/console/templates.ts';
import type { Ctx, MemberActor } from '../../../ctx.ts';
import { showFile } from '../../../verbs/files/kept-files.ts';
import { requireMemory } from '../../http/context.ts';
import { readOrigin } from '../../http/origin.ts';
import { routerOf, verbRoute } from '../../http/route.ts';
import { runWork } from '../../http/run-work.ts';
import { templateParams } from '../../shared/templates.ts';
import { inWorkspaceChange, memberRoute, readPlanBody } from '../http/in-workspace.ts';
import { limitPreviews } from '../http/limit-person.ts';
import { toDraftTerms } from '../preview/draft-terms.ts';

const path = '/{templateId}/test-prints';

const create = verbRoute({
  method: 'post',
  path,
  params: templateParams,
  body: previewDraft,
  status: 201,
  answer: fileAnswer,
  async run(ctx: Ctx<MemberActor>, { templateId, ...body }, c) {
    const { testPrint } = await import('../../../verbs/templates/test-print.ts');
    const draft = { ...toDraftTerms(body), memory: requireMemory(c) };
    const file = await runWork(c, (means) => testPrint(ctx, { templateId, draft, means }));
    return { data: await showFile(ctx, { file, origin: readOrigin(c) }) };
  },
});

const remove = verbRoute({
  method: 'delete',
  path: `${path}/{fileId}`,
  params: templateParams.extend({ fileId: z.string() }),
  answer: deletedFile,
  async run(ctx: Ctx<MemberActor>, { templateId, fileId }) {
    const { deleteTestPrint } = await import('../../../verbs/templates/test-print.ts');
    await deleteTestPrint(ctx, { templateId, fileId });
    return { data: { fileId, deleted: true as const } };
  },
});

const printing = [...inWorkspaceChange('member'), limitPreviews, readPlanBody];

export const testPrintRoutes = routerOf([
  memberRoute(create, printing, 'The file, with its signed address'),
  memberRoute(remove, inWorkspaceChange('member'), 'The file is deleted, and its addresses have ended'),
]);
