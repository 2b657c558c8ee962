import { z } from 'zod';
import { ENVIRONMENTS } from '../permissions.ts';
import { COPY_STATES, EXTERNAL_PROVIDERS } from '../providers.ts';
import { generatedFile } from './generate.ts';
import { answerOf, pageOf, pageQuery } from './paging.ts';

/** Kept files over the API. Source: decision 30. */

export const fileQuery = pageQuery.extend({
  from: z.iso.datetime({ offset: true }).optional().meta({ description: 'Made at or after this time.' }),
  to: z.iso.datetime({ offset: true }).optional().meta({ description: 'Made before this time.' }),
  templateId: z.string().optional().meta({ description: 'Made from this template.' }),
});

export const copyRecord = z
  .object({
    provider: z.enum(EXTERNAL_PROVIDERS).meta({ description: 'The kind of storage.' }),
    name: z.string().meta({ description: 'The label of the configured storage.' }),
    key: z.string().meta({ description: "The object's key in that storage." }),
    state: z.enum(COPY_STATES).meta({
      description: '`failed` copies are tried again for 24 hours, `abandoned` ones are not.',
    }),
    attempts: z.int().meta({ description: 'How often the copy was tried.' }),
    lastError: z
      .string()
      .nullable()
      .meta({ description: 'What the store said when it refused; null: it has not.' }),
    updatedAt: z.iso.datetime().meta({ description: 'When the state last changed.' }),
  })
  .meta({ id: 'CopyRecord', description: 'A copy of a file in external storage, and how it stands.' });

export const keptFile = generatedFile
  .extend({
    environment: z
      .enum(ENVIRONMENTS)
      .meta({ description: '`test`: made with a test key, so it has a watermark and is kept for 24 hours.' }),
    createdAt: z.iso.datetime().meta({ description: 'When it was made.' }),
    retainedUntil: z.iso.datetime().meta({ description: 'When the file and its `url` go.' }),
    copies: z.array(copyRecord).optional().meta({
      description: 'Every copy in external storage, stored or not. Present only where there is one.',
    }),
  })
  .meta({ id: 'File', description: 'A kept file.' });

export type KeptCopy = z.infer<typeof copyRecord>;
export type KeptFile = z.infer<typeof keptFile>;

export const fileAnswer = answerOf(keptFile);
export const filePage = pageOf(keptFile);

export const deletedFile = answerOf(
  z
    .object({
      fileId: z.string().meta({ description: 'The file that was deleted.' }),
      deleted: z.literal(true).meta({ description: 'It is gone, and so are its addresses.' }),
    })
    .meta({ description: 'What was deleted.' }),
);
