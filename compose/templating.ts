import type { Meter } from '@platen/meter';
import { TemplateEngine, TemplateEnvironment, type TemplateLimits } from '@platen/handlebars';
import { checkCalls } from './check-calls.ts';
import { isBandDocument, type TemplateDocument } from './errors.ts';
import type { RenderScope } from './helpers/helper.ts';
import { listUnknownOptions } from './helpers/helper-options.ts';
import { listReplaced } from './helpers/intl.ts';
import { HELPERS, HELPERS_THAT_ASK } from './helpers/registry.ts';
import { PartialClosure, type PartialContents } from './partials/closure.ts';
import { WORK_PER_STEP, WORK_PER_TOKEN } from './template-limits.ts';
import { toTemplateError } from './template-error.ts';
import { TextReader } from './text-reader.ts';
import type { TranslationCall } from './translations/find-calls.ts';
import type { Translation } from './translations/load-translator.ts';
import { textDirection } from './translations/text-direction.ts';
import type { UnknownNames } from './unknown-names.ts';
import type { Filling } from './value-path.ts';

const DEFAULT_LOCALE = 'en-US';
const DEFAULT_TIME_ZONE = 'UTC';

/** Workspaces share it: its cache is keyed by the text of the template and holds no data. */
const environment = new TemplateEnvironment(HELPERS, HELPERS_THAT_ASK);

export interface TemplatingOptions {
  /** For all documents of the composition together. */
  readonly limits: TemplateLimits;
  readonly meter: Meter;
  readonly locale?: string | undefined;
  readonly timeZone?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The name of the template, for errors in its partials. Default: the name of the document. */
  readonly name?: string | null | undefined;
  /** The partials of the workspace that the documents can call. Default: none. */
  readonly partials?: PartialContents | undefined;
  /** For checks. Has read other texts before. Default: it reads the texts of this templating only. */
  readonly texts?: TextReader | undefined;
  /** Collects the names that the data does not have. Default: they are not collected. */
  readonly unknownNames?: UnknownNames | null;
  /** Default: the template has no translations. */
  readonly translation?: Translation | null;
}

/** Returns what stands for a value, which is escaped for HTML, until the document is HTML. */
export type Mask = (html: string) => string;

export interface FillOptions {
  readonly mask?: Mask;
  /** The limit of this document alone. */
  readonly maxOutputChars?: number;
}

export interface Templating {
  /** @throws {TemplateError} */
  fill(document: TemplateDocument, source: string, data: unknown, options?: FillOptions): string;
  /** Returns the locales that the documents name and `Intl` does not have, each with the one whose formats they got. */
  replacedLocales(): ReturnType<typeof listReplaced>;
  /** Returns a message for each named argument that a helper does not have. */
  unknownOptions(): readonly string[];
  /** Checks the calls that need no data. @throws {TemplateError} */
  check(document: TemplateDocument, source: string): void;
  /** Returns the calls of translations in one of the partials. @throws {TemplateError} */
  readPartial(name: string): readonly TranslationCall[];
  /** Checks one of the partials by itself. Its callers can define the inline partials that it calls. @throws {TemplateError} */
  checkPartial(name: string): void;
}

const NO_PARTIALS: PartialContents = {};

/** The documents of one composition share the limits, the locale and the time. */
export function startTemplating(options: TemplatingOptions): Templating {
  const { limits, meter, timeZone = DEFAULT_TIME_ZONE, now, unknownNames, translation = null } = options;
  const { name = null, partials = NO_PARTIALS, texts = new TextReader(limits, meter) } = options;
  const locale = options.locale ?? translation?.locale ?? DEFAULT_LOCALE;
  const scope: RenderScope = { locale, timeZone, now, translation };
  const engine = new TemplateEngine(environment, {
    limits,
    scope,
    variables: languageOf(translation?.locale ?? locale),
    ...(partials !== NO_PARTIALS && { partials }),
  });
  // A template runs at once, and within its limit of steps, so its work is charged when it has ended.
  const charged = <Result>(render: () => Result): Result => {
    const [steps, tokens] = [engine.run.meter.steps, engine.tokens];
    try {
      return render();
    } finally {
      meter.charge((engine.run.meter.steps - steps) * WORK_PER_STEP);
      meter.charge((engine.tokens - tokens) * WORK_PER_TOKEN);
    }
  };
  const closure = new PartialClosure(partials, texts);
  const checkSource = (source: string, escapes: { readonly escape: boolean }): void =>
    texts.checkOnce(JSON.stringify(escapes), source, () =>
      checkCalls(engine.check(source, escapes), environment.helpers, engine.run),
    );
  return {
    fill: (document, source, data, filling) => {
      translation?.enter(document);
      return withTemplateErrors(document, { engine, source, data, name: name ?? document, partials }, () =>
        charged(() =>
          engine.render(source, data, {
            ...renderOptions(document),
            ...filling,
            onMissing: unknownNames?.noteIn(document),
          }),
        ),
      );
    },
    replacedLocales: () => listReplaced(engine.run.meter),
    unknownOptions: () => listUnknownOptions(engine.run.meter),
    check: (document, source) =>
      withTemplateErrors(document, { engine, source, data: null, name: name ?? document, partials }, () => {
        checkSource(source, renderOptions(document));
        closure.check(source);
      }),
    readPartial: (partial) => {
      const source = partials[partial] ?? '';
      const filling = { engine, source, data: null, name, partials };
      return withTemplateErrors(`partial:${partial}`, filling, () => texts.translationCalls(source));
    },
    checkPartial: (partial) => {
      const source = partials[partial] ?? '';
      withTemplateErrors(`partial:${partial}`, { engine, source, data: null, name: null, partials }, () => {
        checkSource(source, { escape: true });
        closure.checkPartial(partial);
      });
    },
  };
}

/** For `<html lang="{{@locale}}" dir="{{@dir}}">`. */
const languageOf = (locale: string) => ({ locale, dir: textDirection(locale) });

const ESCAPED: ReadonlySet<TemplateDocument> = new Set(['html', 'markdown', 'eInvoice']);

const renderOptions = (document: TemplateDocument) => ({
  // The same characters are escaped in HTML and in XML, and in a way that both read.
  escape: ESCAPED.has(document) || isBandDocument(document),
});

function withTemplateErrors<Result>(
  document: TemplateDocument,
  filling: Filling,
  work: () => Result,
): Result {
  try {
    return work();
  } catch (error) {
    throw toTemplateError(document, filling, error);
  }
}
