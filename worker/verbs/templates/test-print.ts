import { normaliseFilename } from '../../../compose/filename.ts';
import { SIGNED_URL_VALIDITY_MS } from '../../../schema/plans.ts';
import { PDF_TYPE } from '../../../schema/media-types.ts';
import type { Ctx, PersonActor } from '../../ctx.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { FileRecord } from '../../objects/ledger/protocol.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import { recordInTrail } from '../audit/record-in-trail.ts';
import { deleteFile, findFile } from '../files/kept-files.ts';
import { produce } from '../make/produce.ts';
import type { Means } from '../make/production.ts';
import { getLatestVersion } from './get-template.ts';
import { toNotice } from './notice.ts';
import { composeDraft, type DraftTerms } from './preview-template.ts';

interface TestPrint {
  readonly templateId: string;
  readonly draft: Omit<DraftTerms, 'arrivedAt' | 'signal'>;
  readonly means: Omit<Means, 'key'>;
}

/**
 * Prints a draft for people without an account: the file costs nothing and is kept for a day, and its pages have a notice at their
 * foot. Anyone who has its signed address can see it.
 *
 * @throws {ApiError} `TEMPLATE_NOT_FOUND`; as `produce`
 */
export async function testPrint(
  ctx: Ctx<PersonActor>,
  { templateId, draft, means }: TestPrint,
): Promise<FileRecord> {
  const { template } = await getLatestVersion(ctx, templateId);
  const { id, name } = template;
  const { startedAt: arrivedAt, signal } = means;
  const { file } = await produce(ctx, {
    ...means,
    key: { id: ctx.actor.id, environment: 'test' },
    idempotency: null,
    thumbnailWidth: null,
    meta: null,
    memory: draft.memory,
    make: async ({ limits }) => {
      const until = new Date(arrivedAt + SIGNED_URL_VALIDITY_MS);
      const notice = await toNotice(ctx, name, until);
      const job = await composeDraft(ctx, { ...draft, arrivedAt, signal }, { watermark: null, notice });
      const pdf = await ctx.services.renderer.print(job, limits, signal);
      const output = {
        filename: `${normaliseFilename(name) ?? 'preview'}.pdf`,
        mediaType: PDF_TYPE,
        method: 'template',
        pages: null,
      } as const;
      return { outputs: [{ ...output, template: { id, name }, open: () => pdf }], report: null };
    },
  });
  await recordInTrail(ctx, auditEntry(ctx, 'preview.shared', templateId, { name }));
  return file;
}

/** Ends the addresses of a test print at once, for the person who made it. @throws {ApiError} `FILE_NOT_FOUND` */
export async function deleteTestPrint(
  ctx: Ctx<PersonActor>,
  { templateId, fileId }: { readonly templateId: string; readonly fileId: string },
): Promise<void> {
  const { keyId, environment, template } = await findFile(ctx, fileId);
  const isOwn = keyId === ctx.actor.id && environment === 'test' && template?.id === templateId;
  if (!isOwn) throw new ApiError('FILE_NOT_FOUND');
  await deleteFile(ctx, fileId);
  await recordInTrail(ctx, auditEntry(ctx, 'preview.unshared', templateId, { name: template.name }));
}
