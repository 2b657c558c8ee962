import type { TemplateLimits } from '@platen/handlebars';
import type { TemplateSettings } from '../schema/api/pdf-options.ts';
import { findSourceProblems } from './e-invoice/compose-e-invoice.ts';
import { InvalidComposition, InvalidTranslations } from './errors.ts';
import { findLocaleProblems } from './locale-problems.ts';
import { pageGeometry } from './page-geometry.ts';
import type { PartialSources } from './partials/closure.ts';
import { cut } from './source-text.ts';
import { EDGE_LIMITS } from './template-limits.ts';
import { listTexts } from './template-texts.ts';
import { startTemplating } from './templating.ts';
import { findTranslationCalls, type TranslationCall } from './translations/find-calls.ts';
import type { Translator } from './translations/load-translator.ts';

/** Checks everything that needs no data. @throws {InvalidComposition | TemplateError} */
export function checkTemplate(template: {
  readonly content: string;
  readonly settings: TemplateSettings;
  /** From `loadTranslator`. Default: no translations. */
  readonly translator?: Translator | null;
  readonly limits?: TemplateLimits;
  /** The name of the template, for errors in its partials. Default: the name of the document. */
  readonly name?: string | undefined;
  /** The partials of the workspace that the texts call. Default: none. */
  readonly partials?: PartialSources;
}): void {
  const { content, settings, translator = null, limits = EDGE_LIMITS, name, partials = {} } = template;
  const problems = [
    ...geometryProblems(settings),
    ...findLocaleProblems(settings, 'settings'),
    // The request can give what is missing.
    ...findSourceProblems(settings.eInvoice ?? {}, 'settings', { isRequired: false }),
  ];
  if (problems.length > 0) throw new InvalidComposition(problems);

  const templating = startTemplating({ limits, now: 0, name, partials });
  const calls = listTexts(content, settings).flatMap(([document, source]) =>
    findTranslationCalls(document, templating.check(document, source)),
  );
  for (const partial of Object.keys(partials))
    calls.push(...findTranslationCalls(`partial:${partial}`, templating.parsePartial(partial)));
  const faults = findTranslationProblems(calls, translator);
  if (faults.length > 0) throw new InvalidTranslations(faults);
}

function findTranslationProblems(calls: readonly TranslationCall[], translator: Translator | null): string[] {
  if (translator !== null) return translator.findProblems(calls);
  const [first] = calls;
  if (first === undefined) return [];
  const { key, document, position } = first;
  return [
    `translations: has no locale, but needs "${cut(key, 100)}" (${document}, line ${position.line}, column ${position.column})`,
  ];
}

function geometryProblems(settings: TemplateSettings): string[] {
  const geometry = pageGeometry(settings, 'settings');
  return 'problems' in geometry ? [...geometry.problems] : [];
}
