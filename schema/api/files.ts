import { z } from 'zod';
import { ENVIRONMENTS } from '../permissions.ts';
import { COPY_STATES, EXTERNAL_PROVIDERS } from '../providers.ts';
import { generatedFile } from './generate.ts';
import { answerOf, pageOf, pageQuery } from './paging.ts';
import { idText } from '../text.ts';

/** Source: contract 10.1. */

export const fileQuery = pageQuery.extend({
  from: z.iso
    .datetime({ offset: true })
    .optional()
    .meta({ description: 'Files created at or after this time.' }),
  to: z.iso.datetime({ offset: true }).optional().meta({ description: 'Files created before this time.' }),
  templateId: idText().optional().meta({ description: 'Files made from this template.' }),
  environment: z
    .enum(ENVIRONMENTS)
    .optional()
    .meta({ description: 'Files made with live keys, or with test keys.' }),
});

export const copyRecord = z
  .object({
    provider: z.enum(EXTERNAL_PROVIDERS).meta({ description: 'The kind of storage.' }),
    name: z.string().meta({ description: 'The label of the configured storage.' }),
    key: z.string().meta({ description: "The object's key in that storage." }),
    state: z.enum(COPY_STATES).meta({
      description:
        '`failed` copies are tried again for up to 24 hours. `abandoned` copies are not tried again.',
    }),
    attempts: z.int().meta({ description: 'Number of attempts.' }),
    lastError: z
      .string()
      .nullable()
      .meta({ description: 'The error of the last attempt, or `null` if no attempt failed.' }),
    updatedAt: z.iso.datetime().meta({ description: 'Time at which the state last changed.' }),
  })
  .meta({ id: 'CopyRecord', description: 'A copy of a file in external storage, and its state.' });

export const keptFile = generatedFile
  .extend({
    environment: z.enum(ENVIRONMENTS).meta({
      description: '`test`: made with a test key. The file has a watermark and is kept for 24 hours.',
    }),
    createdAt: z.iso.datetime().meta({ description: 'Time at which the file was created.' }),
    retainedUntil: z.iso
      .datetime()
      .meta({ description: 'Time at which the file is deleted and `url` stops working.' }),
    copies: z.array(copyRecord).optional().meta({
      description: 'All copies in external storage, in every state. Present only if there is a copy.',
    }),
  })
  .meta({ id: 'File', description: 'A stored file.' });

export type KeptCopy = z.infer<typeof copyRecord>;
export type KeptFile = z.infer<typeof keptFile>;

export const fileAnswer = answerOf(keptFile);
export const filePage = pageOf(keptFile);

export const deletedFile = answerOf(
  z
    .object({
      fileId: z.string().meta({ description: 'The file that was deleted.' }),
      deleted: z.literal(true).meta({ description: 'The file and its addresses no longer exist.' }),
    })
    .meta({ description: 'A deleted file.' }),
);
