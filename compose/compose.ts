import type { Band, PrintJob } from '@platen/print-engine';
import type { RequestOptions } from '../schema/api/generate.ts';
import type { PdfOptions, TemplateSettings } from '../schema/api/pdf-options.ts';
import { dataProblems } from './data-schema.ts';
import { InvalidComposition, TemplateError } from './errors.ts';
import { chooseFilename } from './filename.ts';
import { edgeLimits, type TemplateLimits } from './handlebars/limits.ts';
import { PAGE_BOUNDS, type PageGeometry, pageGeometry } from './page.ts';
import { mergeSettings } from './settings.ts';
import { fillTemplate, startTemplating } from './templating.ts';
import { exceedsUtf8Bytes, utf8Bytes } from './utf8.ts';

/** Everything a composition depends on: no network, no storage, no clock of its own. */
export interface CompositionInput {
  /** The Handlebars source: the request's `htmlContent`, or the saved template's content. */
  readonly html: string;
  readonly template: {
    readonly name: string;
    readonly settings: TemplateSettings;
    /** JSON Schema that the data must fit, as `writeOutSchema` gave it. */
    readonly dataSchema?: Readonly<Record<string, unknown>> | null;
  } | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly options: RequestOptions;
  /** The request's `filename`, already normalised (decision 13), or null. */
  readonly filename: string | null;
  readonly maxHtmlBytes: number;
  readonly watermark: string | null;
  /** Epoch milliseconds, for helpers that print today's date. */
  readonly now: number;
  /** What the templates may cost together; those of the edge lane unless given. */
  readonly limits?: TemplateLimits;
}

export interface Composition {
  readonly job: PrintJob;
  /** Ends in `.pdf`. */
  readonly filename: string;
}

/**
 * From a request, a template and its settings to what is printed.
 *
 * @throws {TemplateError} a template that does not compile or fails while it renders
 * @throws {InvalidComposition} a request that is well-formed but cannot be composed
 */
export function compose(input: CompositionInput): Composition {
  const { template, data, watermark } = input;
  const settings = mergeSettings(template?.settings ?? {}, input.options);
  const geometry = pageGeometry(settings, 'options');
  if ('problems' in geometry) throw new InvalidComposition(geometry.problems);
  const { paper, contentMargin } = geometry;
  const unfit = template?.dataSchema ? dataProblems(template.dataSchema, data) : [];
  if (unfit.length > 0) throw new InvalidComposition(unfit);

  const { locale, timeZone, outputName } = settings;
  startTemplating({ limits: limitsOf(input), locale, timeZone, now: input.now });
  const html = fillHtml(input);
  const bands = fillBands(settings, geometry, data);
  const filename = chooseFilename({
    requested: input.filename,
    outputName: outputName === undefined ? null : fillTemplate('outputName', outputName, data),
    templateName: template?.name ?? null,
  });
  const sheet = { paper, contentMargin, documentMargin: settings.margin === undefined, ...bands };
  const report = input.options.report ?? false;
  return {
    job: { html, ...sheet, ...printSettings(settings), pageBounds: PAGE_BOUNDS, watermark, report },
    filename,
  };
}

const limitsOf = ({ limits, maxHtmlBytes }: CompositionInput): TemplateLimits =>
  limits ?? edgeLimits(maxHtmlBytes);

/** Within the plan's limit before and after. Source: decision 12. */
function fillHtml(input: CompositionInput): string {
  const { html, maxHtmlBytes } = input;
  const field = input.template === null ? 'htmlContent' : 'templateId';
  if (exceedsUtf8Bytes(html, maxHtmlBytes))
    throw tooLarge(field, `${utf8Bytes(html)} bytes of UTF-8`, maxHtmlBytes);
  let filled: string;
  try {
    filled = fillTemplate('html', html, input.data);
  } catch (error) {
    const { outputChars } = limitsOf(input);
    const endless = error instanceof TemplateError && error.limit === 'outputChars';
    // Characters are never more than bytes: past this limit, the output is past the plan's too.
    if (endless && outputChars >= maxHtmlBytes) {
      throw tooLarge(field, `more than ${outputChars} bytes of UTF-8 after templating`, maxHtmlBytes);
    }
    throw error;
  }
  if (filled !== html && exceedsUtf8Bytes(filled, maxHtmlBytes)) {
    throw tooLarge(field, `${utf8Bytes(filled)} bytes of UTF-8 after templating`, maxHtmlBytes);
  }
  return filled;
}

const tooLarge = (field: string, size: string, maxHtmlBytes: number): InvalidComposition =>
  new InvalidComposition([`${field}: is ${size}; the plan allows ${maxHtmlBytes}`]);

function fillBands(
  settings: TemplateSettings,
  { contentMargin, headerHeightMm, footerHeightMm }: PageGeometry,
  data: unknown,
): Pick<PrintJob, 'header' | 'footer'> {
  const { leftMm, rightMm } = contentMargin;
  const fill = (document: 'header' | 'footer', heightMm: number | null, skipFirst = false): Band | null => {
    if (heightMm === null) return null;
    const html = fillTemplate(document, settings[document]?.content ?? '', data);
    return { html, heightMm, leftMm, rightMm, skipFirst };
  };
  return {
    header: fill('header', headerHeightMm, settings.skipFirstHeader),
    footer: fill('footer', footerHeightMm, settings.skipFirstFooter),
  };
}

type PrintSettings = Omit<
  PrintJob,
  | 'html'
  | 'paper'
  | 'contentMargin'
  | 'documentMargin'
  | 'pageBounds'
  | 'header'
  | 'footer'
  | 'watermark'
  | 'report'
>;

/** Defaults: specification, section 4.1; decision 21, where `outline` implies `tagged`. */
function printSettings(settings: PdfOptions): PrintSettings {
  const outline = settings.outline ?? false;
  return {
    printBackground: settings.printBackground ?? true,
    mediaType: settings.mediaType ?? 'print',
    scale: settings.scale ?? 1,
    pageRanges: settings.pageRanges ?? null,
    waitForSelector: settings.waitForSelector ?? null,
    preferCssPageSize: settings.preferCssPageSize ?? false,
    tagged: (settings.tagged ?? false) || outline,
    outline,
  };
}
