import { z } from 'zod';
import { isJsonObject } from '../json-object.ts';
import { MEDIA_TYPES } from '../media-types.ts';
import { EXTERNAL_PROVIDERS } from '../providers.ts';
import { meta, returnedMeta } from './meta.ts';
import { keptInvoice } from './e-invoice.ts';
import { output } from './output.ts';
import { thumbnail, thumbnailRequest } from './thumbnail.ts';
import { succeeded } from './paging.ts';
import { pdfOptions, templating } from './pdf-options.ts';
import { puppeteerOptions } from './puppeteer-options.ts';
import { renderReport, reportOption } from './report.ts';
import { FILE_METHODS, sourceFields } from './sources.ts';
import { idText, filenameText, contentText } from '../text.ts';

/** Sources: contract 1.3, contract 2.2 and contract 2.3. */

const requestOptions = pdfOptions.extend({ report: reportOption }).meta({
  id: 'RequestOptions',
  description: "Options for printing. They override the template's settings, field by field.",
});

export type RequestOptions = z.infer<typeof requestOptions>;

export const generateRequest = z
  .object({
    htmlContent: contentText().min(1).optional().meta({
      description:
        'HTML with Handlebars. Exactly one of `htmlContent`, `templateId`, `url` and `markdown` is required.',
    }),
    templateId: idText().min(1).optional().meta({
      description: 'A saved template: `tpl_…` for its published version, `tpl_…@3` for version 3.',
    }),
    ...sourceFields,
    // Checked without a copy: the data of a large report is megabytes.
    templateData: z.custom<Record<string, unknown>>(isJsonObject, 'must be an object').optional().meta({
      type: 'object',
      additionalProperties: true,
      description: 'Values for the Handlebars placeholders.',
    }),
    templating: templating.meta({
      default: 'handlebars',
      description:
        '`none` prints the HTML or the Markdown as it is, with every `{{`. Placeholders of `options` are filled all the same. Overrides the setting of the template.',
    }),
    filename: filenameText().optional().meta({
      description:
        '1 to 255 characters. `.pdf`, or the extension of the picture, is added. The default is `options.outputName`, then the name of the template, then the `<title>` of `htmlContent`, then `document`.',
    }),
    options: requestOptions.optional(),
    pdfOptions: puppeteerOptions.optional(),
    output: output.optional(),
    thumbnail: thumbnailRequest.optional(),
    meta,
  })
  .meta({ id: 'GenerateRequest', description: 'A document to print, with its data and options.' });

export type GenerateRequest = z.infer<typeof generateRequest>;

export const usage = z
  .object({
    remaining: z
      .int()
      .meta({ description: "Credits left: the rest of this month's quota, plus credits bought." }),
    quotaUsed: z
      .int()
      .meta({ description: "Credits of this month's quota that are spent. Each PDF takes one." }),
    quotaLimit: z.int().meta({ description: "The plan's quota for a calendar month (UTC)." }),
  })
  .meta({ id: 'Usage', description: "The workspace's credits after this request." });

export const externalCopy = z
  .object({
    provider: z.enum(EXTERNAL_PROVIDERS).meta({ description: 'The kind of storage.' }),
    name: z.string().meta({ description: 'The label of the configured storage.' }),
    url: z.url().meta({ description: 'Presigned address in that storage, valid for 24 hours.' }),
    expiresAt: z.iso.datetime().meta({ description: 'Time at which `url` expires.' }),
  })
  .meta({ id: 'ExternalCopy', description: "A copy in the workspace's own storage." });

export type ExternalCopy = z.infer<typeof externalCopy>;

export const generatedFile = z
  .object({
    fileId: z.string().meta({ description: 'The id of the file.' }),
    url: z.url().meta({ description: 'Permanent address. It works until the retention ends.' }),
    signedUrl: z.url().meta({ description: 'Temporary address, valid for 24 hours.' }),
    filename: z.string().meta({ description: 'Ends in the extension of the type, such as `.pdf`.' }),
    mediaType: z.enum(MEDIA_TYPES).meta({ description: 'The media type of the file.' }),
    size: z.int().meta({ description: 'Size of the file in bytes.' }),
    expiresAt: z.iso.datetime().meta({ description: 'Time at which `signedUrl` expires.' }),
    storageProvider: z.enum(['firebase', ...EXTERNAL_PROVIDERS]).meta({
      description:
        "`firebase` is the service's own storage. With external storage it is the provider of the first target, even if that copy failed.",
    }),
    processingTimeMs: z
      .int()
      .meta({ description: 'Milliseconds from the arrival of the request to the finished PDF.' }),
    generationMethod: z.enum(FILE_METHODS).meta({
      description:
        'The source of the document: `html`, a `template`, a `url` or `markdown`. `upload` is a PDF of your own.',
    }),
    templateUsed: z
      .object({
        id: z.string().meta({ description: "The template's id, without a version." }),
        name: z.string().meta({ description: "The template's name when the file was made." }),
      })
      .nullable()
      .meta({ description: 'The template of the request, or `null` if it had none.' }),
    thumbnail: thumbnail.optional().meta({ description: 'Present if the request asked for a thumbnail.' }),
    eInvoice: keptInvoice
      .optional()
      .meta({ description: 'Present if the request asked for an electronic invoice.' }),
    externalCopies: z
      .array(externalCopy)
      .optional()
      .meta({ description: 'Copies that succeeded. Present only with external storage.' }),
    meta: returnedMeta,
  })
  .meta({ id: 'GeneratedFile', description: 'The stored PDF: its addresses, and how it was made.' });

export type GeneratedFile = z.infer<typeof generatedFile>;

export const generateResponse = z
  .object({
    ...succeeded,
    data: generatedFile,
    usage,
    report: renderReport.optional().meta({ description: 'Present if `options.report` is true.' }),
  })
  .meta({ id: 'GenerateResponse', description: 'The stored PDF.' });

export type GenerateResponse = z.infer<typeof generateResponse>;
