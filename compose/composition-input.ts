import type { TemplateLimits } from '@platen/handlebars';
import type { Meter } from '@platen/meter';
import type { OtherEntries, PageAddress, RenderWarning } from '@platen/pdf';
import type { RequestOptions } from '../schema/api/generate.ts';
import type { Output } from '../schema/api/output.ts';
import type { TemplateLanguage, TemplateSettings } from '../schema/api/pdf-options.ts';
import type { Prepared } from './prepare.ts';

/** The input of `compose`. `prepare` loads the fields of `Prepared`. By default, the document uses none of them. */
export interface CompositionInput extends Partial<Prepared> {
  /** `htmlContent` of the request, or that of the saved template. */
  readonly content: string;
  readonly template: {
    readonly name: string;
    readonly settings: TemplateSettings;
    /** JSON Schema for the data, from `dereferenceSchema`. */
    readonly dataSchema?: Readonly<Record<string, unknown>> | null;
  } | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** The language of the request, which overrides that of the template. Default: Handlebars. */
  readonly templating?: TemplateLanguage | undefined;
  /** The field that the document comes from. Default: `htmlContent`, or `templateId` with a template. */
  readonly sourceField?: string;
  /** The address of the document, instead of `content`, which is then empty. Default: none. */
  readonly address?: PageAddress | null;
  readonly options: RequestOptions;
  /** Default: a PDF. */
  readonly output?: Output | undefined;
  /** The request's `filename`, already normalised (contract 1.5), or null. */
  readonly filename: string | null;
  readonly maxHtmlBytes: number;
  readonly watermark: string | null;
  /** See `JobDocument`. Default: none. */
  readonly otherEntries?: OtherEntries | null;
  /** The warnings list the names that the data does not have. Default: `options.report`. */
  readonly listsUnknownNames?: boolean;
  /** Warnings about the request that were found before. */
  readonly warnings?: readonly RenderWarning[];
  /** Epoch milliseconds. */
  readonly now: number;
  /** The limits of all templates of the document together. Default: those of a Worker. */
  readonly limits?: TemplateLimits;
  /** The meter of the request. */
  readonly meter: Meter;
}
