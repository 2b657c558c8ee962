import { z } from 'zod';
import { EXTERNAL_PROVIDERS } from '../providers.ts';
import { succeeded } from './paging.ts';
import { pdfOptions } from './pdf-options.ts';

/** The generate endpoint's request and answer. Source: specification, sections 2.2, 2.3 and 4.1. */

const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const requestOptions = pdfOptions
  .extend({
    report: z.boolean().optional().meta({
      default: false,
      description: 'Adds `report` to the answer: failed resources, console errors, missing glyphs, phases.',
    }),
  })
  .meta({
    id: 'RequestOptions',
    description: "How to print. What is given here wins over the template's settings, field by field.",
  });

export type RequestOptions = z.infer<typeof requestOptions>;

export const generateRequest = z
  .object({
    htmlContent: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'HTML with Handlebars. Exactly one of `htmlContent` and `templateId` is given.' }),
    templateId: z.string().min(1).optional().meta({
      description: 'A saved template: `tpl_…` for its newest published version, `tpl_…@3` for a given one.',
    }),
    // Checked, not copied: the data of a large report is megabytes.
    templateData: z.custom<Record<string, unknown>>(isJsonObject, 'must be an object').optional().meta({
      type: 'object',
      additionalProperties: true,
      description: 'Fills the Handlebars placeholders.',
    }),
    filename: z.string().optional().meta({
      description:
        "1 to 255 characters; `.pdf` is added. Else `options.outputName` names the file, else the template's name, else `document`.",
    }),
    options: requestOptions.optional(),
  })
  .meta({ id: 'GenerateRequest', description: 'What to print, with which data, and how.' });

export type GenerateRequest = z.infer<typeof generateRequest>;

/** What a field's type cannot say: exactly one source of HTML. One entry for each problem. */
export function sourceProblems(body: unknown): string[] {
  if (!isJsonObject(body)) return [];
  const given = ['htmlContent', 'templateId'].filter((field) => body[field] !== undefined);
  if (given.length === 2) return ['htmlContent: must not be given together with templateId'];
  if (given.length === 0) return ['htmlContent: is required, unless templateId is given'];
  return [];
}

export const usage = z
  .object({
    remaining: z.int().meta({ description: "What is left of the month's quota, plus credits bought." }),
    quotaUsed: z.int().meta({ description: "What was spent of the month's quota: one for each PDF." }),
    quotaLimit: z.int().meta({ description: "The plan's PDFs in a calendar month (UTC)." }),
  })
  .meta({ id: 'Usage', description: "The workspace's credits, this request's included." });

export const externalCopy = z
  .object({
    provider: z.enum(EXTERNAL_PROVIDERS).meta({ description: 'The kind of storage.' }),
    name: z.string().meta({ description: 'The label of the configured storage.' }),
    url: z.url().meta({ description: 'Presigned address in that storage, valid for 24 hours.' }),
    expiresAt: z.iso.datetime().meta({ description: 'When `url` expires.' }),
  })
  .meta({ id: 'ExternalCopy', description: "A copy in the workspace's own storage." });

export type ExternalCopy = z.infer<typeof externalCopy>;

export const generatedFile = z
  .object({
    fileId: z.string().meta({ description: 'By which the files API knows it.' }),
    url: z.url().meta({ description: 'Permanent address, until the retention ends.' }),
    signedUrl: z.url().meta({ description: 'Temporary address, valid for 24 hours.' }),
    filename: z.string().meta({ description: 'Ends in `.pdf`.' }),
    size: z.int().meta({ description: 'Bytes of the PDF.' }),
    expiresAt: z.iso.datetime().meta({ description: 'When `signedUrl` expires.' }),
    storageProvider: z.enum(['firebase', ...EXTERNAL_PROVIDERS]).meta({
      description:
        "`firebase`, the service's own; with external storage its first target, also when its copy failed.",
    }),
    processingTimeMs: z
      .int()
      .meta({ description: 'Milliseconds from the arrival of the request to the finished PDF.' }),
    generationMethod: z
      .enum(['html', 'template'])
      .meta({ description: 'Whether the request brought the HTML or named a template.' }),
    templateUsed: z
      .object({
        id: z.string().meta({ description: "The template's id, without a version." }),
        name: z.string().meta({ description: "The template's name when the file was made." }),
      })
      .nullable()
      .meta({ description: 'Null for raw HTML.' }),
    externalCopies: z
      .array(externalCopy)
      .optional()
      .meta({ description: 'Copies that succeeded. Present only with external storage.' }),
  })
  .meta({ id: 'GeneratedFile', description: 'The PDF, where it is and how it was made.' });

export type GeneratedFile = z.infer<typeof generatedFile>;

/** What happened while the page rendered: only for who asks, with `options.report`. */
export const renderReport = z
  .object({
    pageCount: z.int().meta({ description: 'Pages of the PDF.' }),
    failedResources: z
      .array(
        z.object({
          url: z.string().meta({ description: 'What was asked for.' }),
          reason: z.string().meta({ description: 'Why it did not come.' }),
        }),
      )
      .readonly()
      .meta({ description: 'Images, styles, fonts and scripts that did not load.' }),
    consoleErrors: z
      .array(z.string())
      .readonly()
      .meta({ description: "What the page's scripts wrote to the console as errors, or failed with." }),
    missingGlyphs: z
      .array(z.string())
      .readonly()
      .meta({ description: 'Characters for which no font had a glyph.' }),
    phases: z.record(z.string(), z.number()).meta({ description: 'Milliseconds of each step.' }),
  })
  .meta({ id: 'RenderReport', description: 'What happened while the page rendered.' });

export const generateResponse = z
  .object({
    ...succeeded,
    data: generatedFile,
    usage,
    report: renderReport.optional().meta({ description: 'Present where `options.report` asks for it.' }),
  })
  .meta({ id: 'GenerateResponse', description: 'The stored PDF.' });

export type GenerateResponse = z.infer<typeof generateResponse>;
