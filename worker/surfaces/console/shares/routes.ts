import { z } from '@hono/zod-openapi';
import {
  revokedShareAnswer,
  type SharedPreview,
  sharedPreviewAnswer,
  sharedPreviewsAnswer,
} from '../../../../schema/console/shares.ts';
import { previewDraft } from '../../../../schema/console/templates.ts';
import type { Ctx, MemberActor } from '../../../ctx.ts';
import type { ShareRecord } from '../../../objects/ledger/shares/share-list.ts';
import { shareUrl } from '../../../verbs/templates/shares/share-link.ts';
import { listShares, revokeShare, sharePreview } from '../../../verbs/templates/shares/share-preview.ts';
import { type AppContext, requireMemory } from '../../http/context.ts';
import { readOrigin } from '../../http/origin.ts';
import { validatingRouter } from '../../http/validating-router.ts';
import { verbRoute } from '../../http/verb-route.ts';
import { templateParams } from '../../shared/templates.ts';
import { inWorkspace, inWorkspaceChange, memberRoute, readPlanBody } from '../http/in-workspace.ts';
import { limitPreviews } from '../http/limit-person.ts';
import { toDraftTerms } from '../preview/draft-terms.ts';

const path = '/{templateId}/shares';

const create = verbRoute({
  method: 'post',
  path,
  params: templateParams,
  body: previewDraft,
  status: 201,
  answer: sharedPreviewAnswer,
  async run(ctx: Ctx<MemberActor>, { templateId, ...draft }, c) {
    const terms = { arrivedAt: c.get('arrivedAt'), signal: c.req.raw.signal, memory: requireMemory(c) };
    const share = await sharePreview(ctx, { templateId, ...toDraftTerms(draft), ...terms });
    return { data: await describeShare(c, ctx, share) };
  },
});

const list = verbRoute({
  method: 'get',
  path,
  params: templateParams,
  answer: sharedPreviewsAnswer,
  async run(ctx, { templateId }, c) {
    const shares = await listShares(ctx, templateId);
    return { data: { shares: await Promise.all(shares.map((share) => describeShare(c, ctx, share))) } };
  },
});

const revoke = verbRoute({
  method: 'delete',
  path: `${path}/{shareId}`,
  params: templateParams.extend({ shareId: z.string() }),
  answer: revokedShareAnswer,
  async run(ctx, { templateId, shareId }) {
    await revokeShare(ctx, { templateId, shareId });
    return { data: { id: shareId, deleted: true as const } };
  },
});

async function describeShare(c: AppContext, ctx: Ctx, share: ShareRecord): Promise<SharedPreview> {
  return {
    id: share.shareId,
    createdBy: share.createdBy,
    createdAt: new Date(share.createdAt).toISOString(),
    expiresAt: new Date(share.expiresAt).toISOString(),
    url: await shareUrl(ctx, { share, origin: readOrigin(c) }),
  };
}

const sharing = [...inWorkspaceChange('member'), limitPreviews, readPlanBody];

export const shareRoutes = validatingRouter().openapiRoutes([
  memberRoute(create, sharing, 'The shared preview with its link'),
  memberRoute(list, inWorkspace('member'), 'The open shares, newest first'),
  memberRoute(revoke, inWorkspaceChange('member'), 'The link has ended'),
]);
