import { z } from 'zod';
import { EXTERNAL_PROVIDERS } from '../providers.ts';
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
  .meta({ id: 'RequestOptions' });

export type RequestOptions = z.infer<typeof requestOptions>;

export const generateRequest = z
  .object({
    htmlContent: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'HTML with Handlebars. Exactly one of `htmlContent` and `templateId` is given.' }),
    templateId: z.string().min(1).optional().meta({ description: 'The id of a saved template.' }),
    // Checked, not copied: the data of a large report is megabytes.
    templateData: z.custom<Record<string, unknown>>(isJsonObject, 'must be an object').optional().meta({
      type: 'object',
      additionalProperties: true,
      description: 'Fills the Handlebars placeholders.',
    }),
    filename: z.string().optional().meta({ description: '1 to 255 characters, without the extension.' }),
    options: requestOptions.optional(),
  })
  .meta({
    id: 'GenerateRequest',
    example: {
      htmlContent: '<h1>Invoice {{number}}</h1><p>{{currency total "EUR"}}</p>',
      templateData: { number: 'A-17', total: 1290.5 },
      filename: 'invoice A-17',
      options: { format: 'A4', margin: { top: 20, right: 15, bottom: 20, left: 15 } },
    },
  });

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
    quotaUsed: z.int(),
    quotaLimit: z.int(),
  })
  .meta({ id: 'Usage' });

export const externalCopy = z
  .object({
    provider: z.enum(EXTERNAL_PROVIDERS),
    name: z.string().meta({ description: 'The label of the configured storage.' }),
    url: z.url().meta({ description: 'Presigned address in that storage, valid for 24 hours.' }),
    expiresAt: z.iso.datetime().meta({ description: 'When `url` expires.' }),
  })
  .meta({ id: 'ExternalCopy' });

export type ExternalCopy = z.infer<typeof externalCopy>;

export const generatedFile = z
  .object({
    fileId: z.string(),
    url: z.url().meta({ description: 'Permanent address, until the retention ends.' }),
    signedUrl: z.url().meta({ description: 'Temporary address, valid for 24 hours.' }),
    filename: z.string(),
    size: z.int().meta({ description: 'Bytes.' }),
    expiresAt: z.iso.datetime().meta({ description: 'When `signedUrl` expires.' }),
    storageProvider: z.enum(['firebase', ...EXTERNAL_PROVIDERS]).meta({
      description:
        "`firebase`, the service's own; with external storage its first target, also when its copy failed.",
    }),
    processingTimeMs: z.int(),
    generationMethod: z.enum(['html', 'template']),
    templateUsed: z.object({ id: z.string(), name: z.string() }).nullable(),
    externalCopies: z
      .array(externalCopy)
      .optional()
      .meta({ description: 'Copies that succeeded. Present only with external storage.' }),
  })
  .meta({ id: 'GeneratedFile' });

export type GeneratedFile = z.infer<typeof generatedFile>;

/** What happened while the page rendered: only for who asks, with `options.report`. */
export const renderReport = z
  .object({
    pageCount: z.int(),
    failedResources: z
      .array(z.object({ url: z.string(), reason: z.string() }))
      .readonly()
      .meta({ description: 'Images, styles, fonts and scripts that did not load.' }),
    consoleErrors: z.array(z.string()).readonly(),
    missingGlyphs: z
      .array(z.string())
      .readonly()
      .meta({ description: 'Characters for which no font had a glyph.' }),
    phases: z.record(z.string(), z.number()).meta({ description: 'Milliseconds of each step.' }),
  })
  .meta({ id: 'RenderReport' });

export const generateResponse = z
  .object({
    success: z.literal(true),
    requestId: z.string(),
    data: generatedFile,
    usage,
    report: renderReport.optional(),
  })
  .meta({
    id: 'GenerateResponse',
    example: {
      success: true,
      requestId: 'req_2TYhOGi8SCiOzB2pQ8pvHF',
      data: {
        fileId: 'file_SNqwKIRTC7wVXtH5Y8gCuR',
        url: 'https://pdf.example.com/files/file_SNqwKIRTC7wVXtH5Y8gCuR/J7Gzm6ZMrcztFiTNR5258d.pdf',
        signedUrl:
          'https://pdf.example.com/files/file_SNqwKIRTC7wVXtH5Y8gCuR.pdf?expires=1795274671&signature=ea5o9ax0FL9BHzEIkAUvqZSp75NdhN7LguRq8ow2Uxo',
        filename: 'invoice A-17.pdf',
        size: 13_220,
        expiresAt: '2026-11-21T15:24:31.000Z',
        storageProvider: 'firebase',
        processingTimeMs: 31,
        generationMethod: 'html',
        templateUsed: null,
      },
      usage: { remaining: 99, quotaUsed: 1, quotaLimit: 100 },
    },
  });

export type GenerateResponse = z.infer<typeof generateResponse>;
