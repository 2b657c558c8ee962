import type { Assembly } from '../../../../schema/api/assemble.ts';
import { z } from 'zod';
import type { Ctx } from '../../../ctx.ts';
import { getPublishedVersion } from '../../templates/get-template.ts';

const withEntries = z.looseObject({
  entries: z.array(z.looseObject({ templateId: z.string().optional() })),
});

/**
 * For a job: all attempts print the versions that are published now.
 *
 * @param json the request, with the fields that the API does not have
 * @throws {ApiError} `TEMPLATE_NOT_FOUND`
 */
export async function pinTemplates(ctx: Ctx, { kind, body }: Assembly, json: unknown): Promise<unknown> {
  if (kind !== 'merge') return json;
  const references = new Set(body.entries.flatMap(({ templateId }) => templateId ?? []));
  const pinned = new Map<string, string>();
  for (const reference of references) {
    const { template, version } = await getPublishedVersion(ctx, reference);
    pinned.set(reference, `${template.id}@${version.version}`);
  }
  const { entries, ...rest } = withEntries.parse(json);
  return {
    ...rest,
    entries: entries.map(({ templateId, ...entry }) =>
      templateId === undefined ? entry : { ...entry, templateId: pinned.get(templateId) ?? templateId },
    ),
  };
}
