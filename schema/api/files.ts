import { z } from 'zod';
import { ENVIRONMENTS } from '../permissions.ts';
import { generatedFile } from './generate.ts';
import { answerOf, pageOf, pageQuery } from './paging.ts';

/** Kept files over the API. Source: decision 30. */

export const fileQuery = pageQuery.extend({
  from: z.iso.datetime({ offset: true }).optional().meta({ description: 'Made at or after this time.' }),
  to: z.iso.datetime({ offset: true }).optional().meta({ description: 'Made before this time.' }),
  templateId: z.string().optional().meta({ description: 'Made from this template.' }),
});

export const keptFile = generatedFile
  .extend({
    environment: z.enum(ENVIRONMENTS),
    createdAt: z.iso.datetime(),
    retainedUntil: z.iso.datetime().meta({ description: 'When the file and its `url` go.' }),
  })
  .meta({ id: 'File' });

export type KeptFile = z.infer<typeof keptFile>;

export const fileAnswer = answerOf(keptFile);
export const filePage = pageOf(keptFile);

export const deletedFile = answerOf(z.object({ fileId: z.string(), deleted: z.literal(true) }));
