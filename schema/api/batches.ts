import { z } from 'zod';
import {
  BATCH_OUTPUTS,
  BATCH_STATES,
  MAX_EXTERNAL_ID_CHARACTERS,
  ON_ROW_ERROR,
  OUTPUT_STATES,
  PAUSE_REASONS,
  ROW_STATES,
} from '../batches.ts';
import { isJsonObject } from '../json-object.ts';
import { ENVIRONMENTS } from '../permissions.ts';
import { errorBody } from './error-body.ts';
import { generatedFile } from './generate.ts';
import { MAX_META_BYTES, meta, returnedMeta } from './meta.ts';
import { answerOf, pageOf, pageQuery } from './paging.ts';
import { encryptionSetting } from './finish-options.ts';
import { pdfOptions } from './pdf-options.ts';
import { thumbnailRequest } from './thumbnail.ts';
import { idText, filenameText } from '../text.ts';

/** Source: contract 14. */

export const externalId = z
  .string()
  .min(1)
  .max(MAX_EXTERNAL_ID_CHARACTERS)
  .meta({ description: 'Your name for the row. Each row of a batch has another one.' });

const metaFor = (who: string): string =>
  `Your own JSON, such as the number of an order: at most ${MAX_META_BYTES} bytes. ${who}`;

/** The content of a row. A row with a problem here can fail alone. */
export const rowContent = z.object({
  templateData: z.custom<Record<string, unknown>>(isJsonObject, 'must be an object').optional().meta({
    type: 'object',
    additionalProperties: true,
    description: 'Values for the placeholders of the template.',
  }),
  filename: filenameText().optional().meta({
    description:
      '1 to 255 characters. `.pdf` is added. The default is `options.outputName`, then the name of the template.',
  }),
  locale: pdfOptions.shape.locale.meta({
    example: 'de-DE',
    description: 'The language of this row, instead of `options.locale`.',
  }),
  meta: meta.meta({ description: metaFor('The row and its file have it.') }),
});

export const batchRowRequest = rowContent
  .extend({ externalId })
  .meta({ id: 'BatchRowRequest', description: 'One PDF of a batch.' });

/** The batch without its rows. With NDJSON it is the first line. */
export const batchSettings = z
  .object({
    templateId: idText().min(1).meta({
      description: 'A saved template: `tpl_…` for its published version, `tpl_…@3` for version 3.',
    }),
    output: z.enum(BATCH_OUTPUTS).optional().meta({
      default: 'files',
      description:
        '`files`: one file for each row. `zip`: also one archive with all of them. `merged`: also one PDF with all of them, in the order of the rows.',
    }),
    onRowError: z.enum(ON_ROW_ERROR).optional().meta({
      default: 'continue',
      description:
        '`continue`: a row that fails does not change the others. `stop`: a row that is not valid refuses the batch, and a row that fails ends it.',
    }),
    options: pdfOptions.extend({ encryption: encryptionSetting }).optional().meta({
      description: "Options for printing every row. They override the template's settings, field by field.",
    }),
    thumbnail: thumbnailRequest.optional().meta({ description: 'Also makes a PNG of page one of each PDF.' }),
    meta: meta.meta({ description: metaFor('The batch and its events have it.') }),
  })
  .meta({ id: 'BatchSettings', description: 'The fields that all rows of a batch share.' });

export type BatchSettings = z.infer<typeof batchSettings>;

export const createBatch = batchSettings
  .extend({
    rows: z.array(batchRowRequest).min(1).max(10_000).meta({
      description: 'The PDFs to make. The plan limits their number and their size.',
    }),
  })
  .meta({ id: 'CreateBatch', description: 'Many PDFs from one template.' });

export type CreateBatch = z.infer<typeof createBatch>;

const time = (description: string) => z.iso.datetime().meta({ description });

const rowCount = (description: string) => z.int().meta({ description });

export const rowCounts = z
  .object({
    total: rowCount('All rows.'),
    queued: rowCount('Rows that wait for their turn or for another attempt.'),
    running: rowCount('Rows that are being printed.'),
    succeeded: rowCount('Rows that have their PDF. Each spent one credit.'),
    failed: rowCount('Rows that ended without a PDF.'),
    canceled: rowCount('Rows that were not printed, because the batch ended before.'),
  })
  .meta({ id: 'BatchRowCounts', description: 'Number of rows in each state.' });

const output = z
  .object({
    type: z.enum(BATCH_OUTPUTS).meta({ description: 'The `output` of the request.' }),
    state: z.enum(OUTPUT_STATES).meta({
      description:
        '`none`: the batch makes files only, or no row succeeded. `pending` until all rows have ended, then `assembling`, then `ready` or `failed`.',
    }),
    url: z.url().nullable().meta({
      description:
        'Temporary address of the archive or the PDF, valid for 24 hours, or `null` until it is ready.',
    }),
    sizeBytes: z.int().nullable().meta({ description: 'Its size in bytes, or `null` until it is ready.' }),
    missing: z.int().meta({
      description: 'Number of PDFs that it does not have, because they were deleted before it was made.',
    }),
    error: errorBody.shape.error
      .nullable()
      .meta({ description: 'The reason why it could not be made, or `null` otherwise.' }),
  })
  .meta({ id: 'BatchOutput', description: 'The archive or the PDF with all rows.' });

export const batch = z
  .object({
    batchId: z.string().meta({ description: 'The id of the batch.' }),
    state: z.enum(BATCH_STATES).meta({
      description:
        '`queued`, `running`, `paused` and `assembling` batches end as `completed`, `failed` or `canceled`.',
    }),
    environment: z.enum(ENVIRONMENTS).meta({ description: '`test`: accepted with a test key.' }),
    templateId: z.string().meta({ description: 'The version of the template that all rows print.' }),
    onRowError: z.enum(ON_ROW_ERROR).meta({ description: 'The `onRowError` of the request.' }),
    rows: rowCounts,
    output,
    pausedReason: z.enum(PAUSE_REASONS).nullable().meta({
      description: '`NO_CREDITS_AVAILABLE`: the credits are spent. It is `null` unless the batch is paused.',
    }),
    error: errorBody.shape.error.nullable().meta({
      description:
        'The error of a batch that failed. `requestId` is the id of the request that was accepted.',
    }),
    meta: returnedMeta,
    createdAt: time('Time at which the batch was accepted.'),
    startedAt: time('Time at which the first row started, or `null` before that.').nullable(),
    finishedAt: time('Time at which the batch ended, or `null` before that.').nullable(),
    retryableUntil: time(
      'Time until which failed rows can be retried, or `null` if there are none.',
    ).nullable(),
    expiresAt: time(
      'Time at which the batch is removed, with its rows, or `null` until it has ended.',
    ).nullable(),
  })
  .meta({ id: 'Batch', description: 'Many PDFs from one template.' });

export type Batch = z.infer<typeof batch>;

export const batchQuery = pageQuery.extend({
  state: z.enum(BATCH_STATES).optional().meta({ description: 'Batches in this state.' }),
});

export const batchRow = z
  .object({
    index: z.int().meta({ description: 'Its place in the request. The first row is 0.' }),
    externalId: z.string().meta({ description: 'The `externalId` of the request.' }),
    state: z.enum(ROW_STATES).meta({
      description: '`queued` and `running` rows end as `succeeded`, `failed` or `canceled`.',
    }),
    attempts: z.int().meta({ description: 'Number of attempts that were started.' }),
    startedAt: time('Time at which the last attempt started, or `null` before the first one.').nullable(),
    finishedAt: time('Time at which the row ended, or `null` before that.').nullable(),
    fileId: z.string().nullable().meta({
      description: 'The id of the PDF, also after the file was deleted, or `null` if there is none.',
    }),
    file: generatedFile.nullable().meta({
      description: 'The PDF of a row that succeeded, or `null` if the file was deleted.',
    }),
    meta: returnedMeta,
    error: errorBody.shape.error.nullable().meta({
      description: 'The error of a row that failed. `requestId` is the id of the request that was accepted.',
    }),
  })
  .meta({ id: 'BatchRow', description: 'One row of a batch, and its PDF.' });

export type BatchRow = z.infer<typeof batchRow>;

export const rowQuery = pageQuery.extend({
  state: z.enum(ROW_STATES).optional().meta({ description: 'Rows in this state.' }),
});

export const batchAnswer = answerOf(batch);
export const batchPage = pageOf(batch);
export const batchRowPage = pageOf(batchRow);
