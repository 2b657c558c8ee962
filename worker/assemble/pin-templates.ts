import type { Ctx } from '../ctx.ts';
import { getPublishedVersion } from '../templates/get-template.ts';
import type { Assembly } from './assembly.ts';

/** For a job: all attempts print the versions that are published now. @throws {ApiError} `TEMPLATE_NOT_FOUND` */
export async function pinTemplates(ctx: Ctx, { kind, body }: Assembly): Promise<Assembly['body']> {
  if (kind !== 'merge') return body;
  const references = new Set(body.entries.flatMap(({ templateId }) => templateId ?? []));
  const pinned = new Map<string, string>();
  for (const reference of references) {
    const { template, version } = await getPublishedVersion(ctx, reference);
    pinned.set(reference, `${template.id}@${version.version}`);
  }
  const entries = body.entries.map(({ templateId, ...entry }) =>
    templateId === undefined ? entry : { ...entry, templateId: pinned.get(templateId) ?? templateId },
  );
  return { ...body, entries };
}
