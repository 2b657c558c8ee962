import type { TemplateLimits } from '@platen/handlebars';
import type { Band, PageAddress, PrintJob, RenderWarning } from '@platen/pdf';
import type { RequestOptions } from '../schema/api/generate.ts';
import { mediaTypeOf, type Output } from '../schema/api/output.ts';
import { listBands } from '../schema/api/band-options.ts';
import {
  DEVICE_SCALE_FACTOR,
  type PdfOptions,
  type TemplateLanguage,
  type TemplateSettings,
} from '../schema/api/pdf-options.ts';
import type { PlannedBand } from './bands.ts';
import { extensionOf, type MediaType } from '../schema/media-types.ts';
import { findDataProblems, InvalidDataSchema } from './data-schema/index.ts';
import { FaultyComposition, InvalidComposition, isBandDocument, type TemplateDocument } from './errors.ts';
import { type ComposedInvoice, composeInvoice, withInvoice } from './e-invoice/compose-e-invoice.ts';
import type { InvoiceMaker } from './e-invoice/load-e-invoice.ts';
import { cleanPartials, fillDocument } from './fill-document.ts';
import { composeFinish } from './finish.ts';
import type { Fill } from './finish-form.ts';
import { findForeignStatement } from './foreign-syntax.ts';
import { findLocaleProblems } from './locale-problems.ts';
import { findTitle } from './document-title.ts';
import { chooseFilename } from './filename.ts';
import type { MarkdownRenderer } from './markdown/load-markdown.ts';
import { mergeSettings } from './merge-settings.ts';
import type { PartialSources } from './partials/closure.ts';
import { PAGE_BOUNDS, type PageGeometry, pageGeometry } from './page-geometry.ts';
import { toPicture, withoutPdfOptions } from './picture.ts';
import { CHECK_STEPS_PER_STEP, edgeLimits } from './template-limits.ts';
import { startTemplating } from './templating.ts';
import type { Translator } from './translations/load-translator.ts';
import { UnknownNames } from './unknown-names.ts';

export interface CompositionInput {
  /** The Handlebars source: the request's `htmlContent`, or the saved template's content. */
  readonly html: string;
  readonly template: {
    readonly name: string;
    readonly settings: TemplateSettings;
    /** JSON Schema for the data, from `dereferenceSchema`. */
    readonly dataSchema?: Readonly<Record<string, unknown>> | null;
  } | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** The partials of the workspace that the texts call. Default: none. */
  readonly partials?: PartialSources | undefined;
  /** The language of the request, which overrides that of the template. Default: Handlebars. */
  readonly templating?: TemplateLanguage | undefined;
  /** The field that the document comes from. Default: `htmlContent`, or `templateId` with a template. */
  readonly sourceField?: string;
  /** `html` is Markdown. Default: no. */
  readonly markdown?: MarkdownRenderer | null;
  /** From `loadInvoiceMaker`, for a request or a template with an invoice. Default: none. */
  readonly invoiceMaker?: InvoiceMaker | null;
  /** From `loadTranslator`, for a template with translations. Default: none. */
  readonly translator?: Translator | null;
  /** Instead of `html`, which is then empty. Default: none. */
  readonly address?: PageAddress | null;
  readonly options: RequestOptions;
  /** Default: a PDF. */
  readonly output?: Output | undefined;
  /** The request's `filename`, already normalised (contract 1.5), or null. */
  readonly filename: string | null;
  readonly maxHtmlBytes: number;
  readonly watermark: string | null;
  /** Whether the warnings list the names that the data does not have. Default: `options.report`. */
  readonly listsUnknownNames?: boolean;
  /** What is known about the request already. */
  readonly warnings?: readonly RenderWarning[];
  /** Epoch milliseconds. */
  readonly now: number;
  /** For all templates together. Default: the limits of a Worker. */
  readonly limits?: TemplateLimits;
}

export interface Composition {
  readonly job: PrintJob;
  /** With the extension of the media type. */
  readonly filename: string;
  readonly mediaType: MediaType;
  /** The XML that is kept beside the file. Null if the options have no invoice. */
  readonly eInvoice: ComposedInvoice | null;
}

/** Pure: it uses no network, storage or clock. @throws {TemplateError | InvalidComposition | FaultyComposition} */
export function compose(input: CompositionInput): Composition {
  const { template, data, watermark } = input;
  const picture = toPicture(input.output);
  const merged = mergeSettings(template?.settings ?? {}, input.options);
  const { settings, warnings: unused } = picture
    ? withoutPdfOptions(merged)
    : { settings: merged, warnings: [] };
  const unknownLocales = findLocaleProblems(input.options, 'options');
  if (unknownLocales.length > 0) throw new InvalidComposition(unknownLocales);
  const geometry = pageGeometry(settings, 'options');
  if ('problems' in geometry) throw new InvalidComposition(geometry.problems);
  const { paper, fitHeight, contentMargin, pageMargins } = geometry;
  const limits = input.limits ?? edgeLimits(input.maxHtmlBytes);
  requireMatchingData(input, limits);

  const { locale, timeZone, outputName } = settings;
  const unknownNames = findsUnknownNames(input, settings) ? new UnknownNames() : null;
  const { options, address = null, markdown = null } = input;
  const wanted = { asked: options.locale, preset: template?.settings.locale };
  const translation = input.translator?.start(wanted) ?? null;
  const templating = startTemplating({
    limits,
    locale,
    timeZone,
    now: input.now,
    unknownNames,
    translation,
    name: template?.name,
    partials: markdown === null ? input.partials : cleanPartials(input.partials),
  });
  const { sourceField = template === null ? 'htmlContent' : 'templateId' } = input;
  const isFilled = (input.templating ?? settings.templating) !== 'none';
  const html = fillDocument({ ...input, isFilled, markdown, sourceField }, templating, limits);
  const fill: Fill = (document, source) => templating.fill(document, source, data);
  const bands = fillBands(geometry, fill);
  const mediaType = mediaTypeOf(input.output);
  const filename = chooseFilename({
    extension: extensionOf(mediaType),
    requested: input.filename,
    outputName: outputName === undefined ? null : templating.fill('outputName', outputName, data),
    templateName: template?.name ?? null,
    title: template === null && markdown === null ? findTitle(html) : null,
  });
  const invoiceMaker = input.invoiceMaker ?? null;
  const eInvoice = composeInvoice(settings, { data, fill, maker: invoiceMaker });
  const finish = withInvoice(composeFinish(settings, fill), eInvoice, invoiceMaker);
  const sheet = {
    paper,
    fitHeight,
    contentMargin,
    ...(pageMargins && { pageMargins }),
    documentMargin: settings.margin === undefined,
    ...bands,
  };
  const report = input.options.report ?? false;
  const unknown = unknownNames?.toWarnings((document) => fieldOf(document, sourceField)) ?? [];
  const untranslated = translation?.toWarnings() ?? [];
  requireFaultless(settings, { placeholders: unknown, translations: untranslated });
  const foreign = findForeignTags(isFilled ? input.html : '', settings);
  const warnings = [...(input.warnings ?? []), ...unused, ...foreign, ...unknown, ...untranslated];
  return {
    job: {
      html,
      address,
      sourceField,
      ...sheet,
      ...printSettings(settings),
      ...(picture && { picture }),
      pageBounds: PAGE_BOUNDS,
      watermark,
      ...(finish && { finish }),
      ...(settings.forms && { forms: true }),
      ...(settings.linearize && { linearize: true }),
      warnings,
      report,
    },
    filename,
    mediaType,
    eInvoice,
  };
}

/** `compose` itself fails on them. */
const COMPOSED_FAULTS = ['placeholders', 'translations'] as const;

type ComposedFault = (typeof COMPOSED_FAULTS)[number];

const findsUnknownNames = (
  { options: { report = false }, listsUnknownNames = report }: CompositionInput,
  { failOn = [] }: TemplateSettings,
): boolean => listsUnknownNames || failOn.includes('placeholders');

/** @throws {FaultyComposition} */
function requireFaultless(
  { failOn = [] }: TemplateSettings,
  found: Record<ComposedFault, RenderWarning[]>,
): void {
  const faults = COMPOSED_FAULTS.filter((kind) => failOn.includes(kind)).flatMap((kind) =>
    found[kind].map(({ message: detail }) => ({ kind, detail })),
  );
  if (faults.length > 0) throw new FaultyComposition(faults);
}

/** Returns the field of the request that has the text of a document. */
function fieldOf(document: TemplateDocument, sourceField: string): string {
  if (document === 'html' || document === 'markdown') return sourceField;
  return isBandDocument(document) ? `options.${document}.content` : `options.${document}`;
}

/** Handlebars prints the tags of other languages as text. */
function findForeignTags(html: string, { header, footer }: TemplateSettings): RenderWarning[] {
  const bands = [...listBands(header), ...listBands(footer)];
  const sources = [html, ...bands.map(({ content = '' }) => content)];
  const statement = sources.map(findForeignStatement).find((text) => text !== null);
  if (!statement) return [];
  const message = `"${statement.slice(0, 100)}" is printed as text. Templates are Handlebars, such as {{#each rows}}…{{/each}}.`;
  return [{ code: 'FOREIGN_TEMPLATE', message, field: null }];
}

/** @throws {InvalidComposition} */
function requireMatchingData({ template, data }: CompositionInput, { steps }: TemplateLimits): void {
  if (!template?.dataSchema) return;
  const problems = findSchemaProblems(template.dataSchema, data, steps);
  if (problems.length > 0) throw new InvalidComposition(problems);
}

/** What the data has that the schema of a template does not allow. @param steps of the template's limits */
export function findSchemaProblems(
  schema: Readonly<Record<string, unknown>>,
  data: unknown,
  steps: number,
): string[] {
  try {
    return findDataProblems(schema, data, steps * CHECK_STEPS_PER_STEP);
  } catch (error) {
    if (!(error instanceof InvalidDataSchema)) throw error;
    return [`templateId: the template's dataSchema is not valid: ${error.message}`];
  }
}

function fillBands(
  { header, footer, contentMargin: { leftMm, rightMm } }: PageGeometry,
  fill: Fill,
): Pick<PrintJob, 'header' | 'footer'> {
  const toBand = ({ name, source, heightMm, pages }: PlannedBand): Band => {
    return { html: fill(name, source), heightMm, leftMm, rightMm, pages, field: `options.${name}` };
  };
  return { header: header.map(toBand), footer: footer.map(toBand) };
}

type PrintSettings = Omit<
  PrintJob,
  | 'html'
  | 'paper'
  | 'fitHeight'
  | 'contentMargin'
  | 'pageMargins'
  | 'documentMargin'
  | 'pageBounds'
  | 'header'
  | 'footer'
  | 'picture'
  | 'watermark'
  | 'finish'
  | 'forms'
  | 'linearize'
  | 'warnings'
  | 'report'
>;

/** Source of the defaults: contract 6. */
function printSettings(settings: PdfOptions): PrintSettings {
  const outline = settings.outline ?? false;
  const failOn = (settings.failOn ?? []).filter((kind) => !COMPOSED_FAULTS.some((known) => known === kind));
  return {
    printBackground: settings.printBackground ?? true,
    mediaType: settings.mediaType ?? 'print',
    scale: settings.scale ?? 1,
    pixelRatio: settings.deviceScaleFactor ?? DEVICE_SCALE_FACTOR.default,
    ...(settings.firstPageNumber !== undefined && { firstPageNumber: settings.firstPageNumber }),
    ...(settings.sections !== undefined && { sections: settings.sections }),
    pageRanges: settings.pageRanges ?? null,
    waitForSelector: settings.waitForSelector ?? null,
    waitFor: settings.waitFor ?? null,
    preferCssPageSize: settings.preferCssPageSize ?? false,
    tagged:
      (settings.tagged ?? false) ||
      outline ||
      settings.pdfa?.endsWith('a') === true ||
      settings.pdfua === true,
    outline,
    ...(failOn.length > 0 && { failOn }),
  };
}
