import { checkCalls } from './check-calls.ts';
import { type TemplateDocument } from './errors.ts';
import { TemplateEngine } from './handlebars/engine.ts';
import { Meter, type TemplateLimits } from './handlebars/limits.ts';
import type { RenderScope } from './helpers/helper.ts';
import { registeredHelpers } from './helpers/registry.ts';
import { templateError } from './template-error.ts';

export const DEFAULT_LOCALE = 'en-US';
export const DEFAULT_TIME_ZONE = 'UTC';

/**
 * One engine for the isolate: its cache of compiled templates is worth sharing, and rendering is synchronous,
 * so a composition has it to itself. What a composition sets here, the next one sets anew.
 */
const scope: RenderScope = {
  meter: new Meter(),
  locale: DEFAULT_LOCALE,
  timeZone: DEFAULT_TIME_ZONE,
  now: 0,
};
const engine = new TemplateEngine(scope.meter, registeredHelpers(scope));

export interface Templating {
  /** For all documents of the composition together. */
  readonly limits: TemplateLimits;
  readonly locale?: string | undefined;
  readonly timeZone?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Opens a composition: `fillTemplate` works by this until the next call. */
export function startTemplating({ limits, locale, timeZone, now }: Templating): void {
  engine.begin(limits);
  scope.locale = locale ?? DEFAULT_LOCALE;
  scope.timeZone = timeZone ?? DEFAULT_TIME_ZONE;
  scope.now = now;
}

/** HTML is escaped everywhere but in a file name. */
const optionsOf = (document: TemplateDocument) => ({ escape: document !== 'outputName' });

/** @throws {TemplateError} */
export function fillTemplate(document: TemplateDocument, source: string, data: unknown): string {
  try {
    return engine.render(source, data, optionsOf(document));
  } catch (error) {
    throw templateError(document, source, error);
  }
}

/** Compiles without filling, and checks the calls that need no data for it. @throws {TemplateError} */
export function checkSource(document: TemplateDocument, source: string): void {
  try {
    checkCalls(engine.check(source, optionsOf(document)), engine.helpers);
  } catch (error) {
    throw templateError(document, source, error);
  }
}
