import type { TemplateLimits } from '@platen/handlebars';
import type { Meter } from '@platen/meter';
import type {
  Band,
  FinishOptions,
  PageLayout,
  Picture,
  PrintJob,
  PrintSettings,
  RenderWarning,
} from '@platen/pdf';
import { mediaTypeOf } from '../schema/api/output.ts';
import { listBands } from '../schema/api/band-options.ts';
import { DEVICE_SCALE_FACTOR, type PdfOptions, type TemplateSettings } from '../schema/api/pdf-options.ts';
import type { PlannedBand } from './bands.ts';
import type { CompositionInput } from './composition-input.ts';
import { extensionOf, type MediaType } from '../schema/media-types.ts';
import { findDataProblems, InvalidDataSchema } from './data-schema/index.ts';
import { FaultyComposition, InvalidComposition } from './errors.ts';
import {
  type ComposedInvoice,
  makeInvoice,
  type PlannedInvoice,
  planInvoice,
  withInvoice,
} from './e-invoice/compose-e-invoice.ts';
import type { InvoiceMaker } from './e-invoice/load-e-invoice.ts';
import { fillDocument } from './fill-document.ts';
import { composeFinish } from './finish.ts';
import { listBandFaults } from './band-faults.ts';
import { findForeignStatement } from './foreign-syntax.ts';
import { findTitle } from './document-title.ts';
import { INVOICE_IN_OPTIONS } from './e-invoice/invoice-data.ts';
import { chooseFilename } from './filename.ts';
import { findLocaleProblems, localeReplaced } from './locale-problems.ts';
import { mergeSettings } from './merge-settings.ts';
import { PAGE_BOUNDS, type PageGeometry, pageGeometry } from './page-geometry.ts';
import { toPicture, withoutPdfOptions } from './picture.ts';
import { CHECK_STEPS_PER_STEP, edgeLimits } from './template-limits.ts';
import { MISSING_KINDS, startTexts, type Texts } from './texts.ts';
import { inTurns } from './turns.ts';
import { findMisspelledFields } from './unknown-fields/misspelled-fields.ts';

export interface Composition {
  readonly job: PrintJob;
  /** With the extension of the media type. */
  readonly filename: string;
  readonly mediaType: MediaType;
  /** The XML that is kept beside the file. It is null if the options have no invoice. */
  readonly eInvoice: ComposedInvoice | null;
}

/** A composition without its invoice. */
export interface PlannedComposition extends Omit<Composition, 'eInvoice'> {
  readonly invoice: PlannedInvoice | null;
}

/** Makes the invoice of a composition, and attaches it. @throws {InvalidComposition} */
export async function addInvoice(
  { invoice, ...planned }: PlannedComposition,
  maker: InvoiceMaker | null,
  meter: Meter,
): Promise<Composition> {
  if (invoice === null || maker === null) return { ...planned, eInvoice: null };
  const { listShown, ...eInvoice } = await makeInvoice(invoice, maker, meter);
  const finish = withInvoice(planned.job.finish ?? null, eInvoice, maker);
  const shown = await listShown();
  const misspelled = planned.job.report === true ? await findMisspelled(invoice, meter) : [];
  const warnings = [...(planned.job.warnings ?? []), ...misspelled];
  return {
    ...planned,
    job: { ...planned.job, ...(finish && { finish }), invoice: shown, warnings },
    eInvoice,
  };
}

/** The request's own fields are checked before, with the request. */
async function findMisspelled({ source }: PlannedInvoice, meter: Meter): Promise<RenderWarning[]> {
  if (!('data' in source) || source.data.field === INVOICE_IN_OPTIONS) return [];
  return inTurns(findMisspelledFields(source.data.invoice, source.data.field, meter), meter);
}

/** Fills the texts of a document, and makes its print job. It uses no network, storage or clock. @throws {TemplateError | InvalidComposition | FaultyComposition} */
export function compose(input: CompositionInput): PlannedComposition {
  const limits = input.limits ?? edgeLimits(input.maxHtmlBytes);
  // 1. Settle the options.
  const settled = settleOptions(input);
  // 2. Check the data.
  requireMatchingData(input, limits);
  // 3. Fill the document and then the other texts. The limits hold for all of them together.
  const texts = startTexts(input, settled.settings, limits);
  const html = fillDocument({ ...input, ...texts }, limits);
  const layout = layOut(settled, texts);
  const filename = nameFile(input, settled, texts, html);
  // 4. Fill the invoice, and the texts that the PDF gets after the print.
  const { invoice, finish } = planFinish(input, settled, texts);
  // 5. Report what is missing.
  const warnings = [...(input.warnings ?? []), ...settled.warnings, ...findFaults(input, settled, texts)];
  const job: PrintJob = {
    html,
    address: input.address ?? null,
    sourceField: texts.sourceField,
    ...(input.otherEntries && { otherEntries: input.otherEntries }),
    ...layout,
    ...printSettings(settled.settings),
    ...(settled.picture && { picture: settled.picture }),
    watermark: input.watermark,
    ...(finish && { finish }),
    warnings,
    report: input.options.report ?? false,
  };
  return { job, filename, mediaType: mediaTypeOf(input.output), invoice };
}

/** The options that hold for one document. */
interface SettledOptions {
  readonly settings: TemplateSettings;
  /** It is null for a PDF. */
  readonly picture: Picture | null;
  readonly geometry: PageGeometry;
  readonly warnings: readonly RenderWarning[];
}

/** The options of the request override the settings of the template. @throws {InvalidComposition} */
function settleOptions({ template, options, output }: CompositionInput): SettledOptions {
  const picture = toPicture(output);
  const merged = mergeSettings(template?.settings ?? {}, options);
  const used = picture ? withoutPdfOptions(merged) : { settings: merged, warnings: [] };
  const unknownLocales = findLocaleProblems(options, 'options');
  if (unknownLocales.length > 0) throw new InvalidComposition(unknownLocales);
  const geometry = pageGeometry(used.settings, 'options');
  if ('problems' in geometry) throw new InvalidComposition(geometry.problems);
  return { ...used, picture, geometry };
}

function layOut({ settings, geometry }: SettledOptions, { fill }: Texts): PageLayout {
  const { paper, fitHeight, contentMargin, pageMargins, header, footer } = geometry;
  const { leftMm, rightMm } = contentMargin;
  const toBand = ({ name, source, heightMm, pages }: PlannedBand): Band => {
    return { html: fill(name, source), heightMm, leftMm, rightMm, pages, field: `options.${name}` };
  };
  return {
    paper,
    fitHeight,
    contentMargin,
    ...(pageMargins && { pageMargins }),
    documentMargin: settings.margin === undefined,
    pageBounds: PAGE_BOUNDS,
    header: header.map(toBand),
    footer: footer.map(toBand),
  };
}

/** Source: contract 1.5. */
function nameFile(
  { template, output, filename: requested, meter }: CompositionInput,
  { settings: { outputName } }: SettledOptions,
  { markdown, fill }: Texts,
  html: string,
): string {
  return chooseFilename({
    extension: extensionOf(mediaTypeOf(output)),
    requested,
    outputName: outputName === undefined ? null : fill('outputName', outputName),
    templateName: template?.name ?? null,
    title: template === null && markdown === null ? findTitle(html, meter) : null,
  });
}

function planFinish(
  { data, invoiceMaker: maker = null }: CompositionInput,
  { settings }: SettledOptions,
  { fill }: Texts,
): { readonly invoice: PlannedInvoice | null; readonly finish: FinishOptions | null } {
  const invoice = planInvoice(settings, { data, fill, maker });
  return { invoice, finish: composeFinish(settings, fill) };
}

/** Returns warnings about what is missing. @throws {FaultyComposition} something of a kind in `failOn` is missing */
function findFaults(
  { content, meter, options }: CompositionInput,
  { settings, geometry }: SettledOptions,
  texts: Texts,
): RenderWarning[] {
  const missing = texts.findMissing();
  const refused = MISSING_KINDS.filter((kind) => settings.failOn?.includes(kind));
  const faults = refused.flatMap((kind) => missing[kind].map(({ message: detail }) => ({ kind, detail })));
  if (faults.length > 0) throw new FaultyComposition(faults);
  const foreign = [
    ...findForeignTags(texts.isFilled ? content : '', settings, meter),
    ...findBandFaults([...geometry.header, ...geometry.footer]),
  ];
  const replaced = texts.templating.replacedLocales().map((pair) => localeReplaced(pair, options.locale));
  const ignored = texts.templating
    .unknownOptions()
    .map((message) => ({ code: 'UNKNOWN_FIELD', message, field: null }));
  return [...foreign, ...ignored, ...replaced, ...missing.placeholders, ...missing.translations];
}

/** Finds tags of other template languages, which Handlebars prints as text. */
function findForeignTags(
  content: string,
  { header, footer }: TemplateSettings,
  meter: Meter,
): RenderWarning[] {
  const bands = [...listBands(header), ...listBands(footer)];
  const sources = [content, ...bands.map((band) => band.content ?? '')];
  for (const source of sources) meter.charge(source.length);
  const statement = sources.map(findForeignStatement).find((text) => text !== null);
  if (!statement) return [];
  const message = `"${statement.slice(0, 100)}" is printed as text. Templates are Handlebars, such as {{#each rows}}…{{/each}}.`;
  return [{ code: 'FOREIGN_TEMPLATE', message, field: null }];
}

/** The lengths of bands are charged before. */
const findBandFaults = (bands: readonly PlannedBand[]): RenderWarning[] =>
  bands.flatMap(({ name, source }) =>
    listBandFaults(source).map((fault) => ({ ...fault, field: `options.${name}.content` })),
  );

/** Source of the defaults: contract 6. */
function printSettings(settings: PdfOptions): PrintSettings {
  const outline = settings.outline ?? false;
  // `findFaults` has checked the other kinds. The print engine checks these.
  const failOn = (settings.failOn ?? []).filter((kind) => !MISSING_KINDS.some((missing) => missing === kind));
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
    ...(settings.fit === 'width' && { fitWidth: true }),
    tagged:
      (settings.tagged ?? false) ||
      outline ||
      settings.pdfa?.endsWith('a') === true ||
      settings.pdfua === true,
    outline,
    ...(settings.forms && { forms: true }),
    ...(failOn.length > 0 && { failOn }),
  };
}

/** @throws {InvalidComposition} */
function requireMatchingData({ template, data, meter }: CompositionInput, { steps }: TemplateLimits): void {
  if (!template?.dataSchema) return;
  const problems = findSchemaProblems(template.dataSchema, data, { steps, meter });
  if (problems.length > 0) throw new InvalidComposition(problems);
}

/** Lists the values of the data that the schema of a template does not allow. @param steps of the template's limits */
export function findSchemaProblems(
  schema: Readonly<Record<string, unknown>>,
  data: unknown,
  { steps, meter }: { readonly steps: number; readonly meter: Meter },
): string[] {
  try {
    return findDataProblems(schema, data, steps * CHECK_STEPS_PER_STEP, meter);
  } catch (error) {
    if (!(error instanceof InvalidDataSchema)) throw error;
    return [`templateId: the template's dataSchema is not valid: ${error.message}`];
  }
}
