import type { Meter } from '@platen/meter';
import type { TemplateLimits } from '@platen/handlebars';
import type { TemplateSettings } from '../schema/api/pdf-options.ts';
import { findSourceProblems } from './e-invoice/compose-e-invoice.ts';
import { InvalidComposition, InvalidTranslations } from './errors.ts';
import { sourcelessProblems } from './finish-sources.ts';
import { findLocaleProblems } from './locale-problems.ts';
import { pageGeometry } from './page-geometry.ts';
import type { PartialContents } from './partials/closure.ts';
import { cut } from './source-text.ts';
import { EDGE_LIMITS } from './template-limits.ts';
import { listTexts } from './template-texts.ts';
import { TextReader } from './text-reader.ts';
import { startTemplating } from './templating.ts';
import { atOnce, inTurns, type Turns } from './turns.ts';
import type { PlacedCall } from './translations/find-calls.ts';
import type { Translator } from './translations/load-translator.ts';

export interface TemplateToCheck {
  readonly content: string;
  readonly settings: TemplateSettings;
  /** From `loadTranslator`. Default: no translations. */
  readonly translator?: Translator | null;
  readonly limits?: TemplateLimits;
  readonly meter: Meter;
  /** The name of the template, for errors in its partials. Default: the name of the document. */
  readonly name?: string | undefined;
  /** The partials of the workspace that the texts call. Default: none. */
  readonly partials?: PartialContents;
  /** Has read other texts before. Default: it reads the texts of this template only. */
  readonly texts?: TextReader;
}

/** Checks everything that needs no data. @throws {InvalidComposition | TemplateError} */
export const checkTemplate = (template: TemplateToCheck): void => atOnce(checking(template));

/** The same where other requests wait: they have turns between its texts. */
export const checkInTurns = (template: TemplateToCheck): Promise<void> =>
  inTurns(checking(template), template.meter);

function* checking(template: TemplateToCheck): Turns<void> {
  const { content, settings, translator = null, limits = EDGE_LIMITS, meter, name, partials = {} } = template;
  const { texts = new TextReader(limits, meter) } = template;
  const problems = [
    ...geometryProblems(settings),
    ...findLocaleProblems(settings, 'settings'),
    ...sourcelessProblems(settings),
    // The request can give what is missing.
    ...findSourceProblems(settings.eInvoice ?? {}, 'settings', { isRequired: false }),
  ];
  if (problems.length > 0) throw new InvalidComposition(problems);

  const templating = startTemplating({ limits, meter, now: 0, name, partials, texts });
  const calls: PlacedCall[] = [];
  for (const [document, source] of listTexts(content, settings)) {
    templating.check(document, source);
    for (const call of texts.translationCalls(source)) calls.push({ ...call, document });
    yield;
  }
  for (const partial of Object.keys(partials)) {
    for (const call of templating.readPartial(partial))
      calls.push({ ...call, document: `partial:${partial}` });
    yield;
  }
  const faults = findTranslationProblems(calls, { translator, meter });
  if (faults.length > 0) throw new InvalidTranslations(faults);
}

function findTranslationProblems(
  calls: readonly PlacedCall[],
  { translator, meter }: { readonly translator: Translator | null; readonly meter: Meter },
): string[] {
  if (translator !== null) return translator.findProblems(calls, meter);
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
