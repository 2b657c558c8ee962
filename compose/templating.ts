import { TemplateEngine, TemplateEnvironment, type TemplateLimits } from '@platen/handlebars';
import { checkCalls } from './check-calls.ts';
import { isBandDocument, type TemplateDocument } from './errors.ts';
import type { RenderScope } from './helpers/helper.ts';
import { HELPERS, HELPERS_THAT_ASK } from './helpers/registry.ts';
import { toTemplateError } from './template-error.ts';
import type { UnknownNames } from './unknown-names.ts';
import type { Filling } from './value-path.ts';

const DEFAULT_LOCALE = 'en-US';
const DEFAULT_TIME_ZONE = 'UTC';

/** Workspaces share it: its cache is keyed by the text of the template and holds no data. */
const environment = new TemplateEnvironment(HELPERS, HELPERS_THAT_ASK);

export interface TemplatingOptions {
  /** For all documents of the composition together. */
  readonly limits: TemplateLimits;
  readonly locale?: string | undefined;
  readonly timeZone?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Collects the names that the data does not have. Default: they are not collected. */
  readonly unknownNames?: UnknownNames | null;
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
  /** Checks the calls that need no data. @throws {TemplateError} */
  check(document: TemplateDocument, source: string): void;
}

/** The documents of one composition share the limits, the locale and the time. */
export function startTemplating(options: TemplatingOptions): Templating {
  const { limits, locale = DEFAULT_LOCALE, timeZone = DEFAULT_TIME_ZONE, now, unknownNames } = options;
  const scope: RenderScope = { locale, timeZone, now };
  const engine = new TemplateEngine(environment, { limits, scope });
  return {
    fill: (document, source, data, filling) =>
      withTemplateErrors(document, { engine, source, data }, () =>
        engine.render(source, data, {
          ...renderOptions(document),
          ...filling,
          onMissing: unknownNames?.noteIn(document),
        }),
      ),
    check: (document, source) =>
      withTemplateErrors(document, { engine, source, data: null }, () => {
        const tree = engine.check(source, renderOptions(document));
        checkCalls(tree, environment.helpers, engine.run);
      }),
  };
}

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
