import type { Meter as StepMeter, SourceLocation } from '@platen/handlebars';
import type { Meter } from '@platen/meter';
import type { RenderWarning } from '@platen/pdf';
import type { Translations } from '../../schema/api/translations.ts';
import type { TemplateDocument } from '../errors.ts';
import type { PlacedCall } from './find-calls.ts';

/** The translations of one template. */
export interface Translator {
  /** Starts one composition. */
  start(wanted: WantedLocales): Translation;
  /** All problems that need no data (contract 22.3). Each starts with the field: `translations.de: …`. */
  findProblems(calls: readonly PlacedCall[], meter: Meter): string[];
}

export interface WantedLocales {
  /** `options.locale` of the request. */
  readonly asked: string | undefined;
  /** `settings.locale` of the template. */
  readonly preset: string | undefined;
}

/** The translations during one composition. */
export interface Translation {
  /** The locale of the texts, such as `de-CH` for texts in `de` that are printed for `de-CH`. */
  readonly locale: string;
  /** Later calls are in this document. */
  enter(document: TemplateDocument): void;
  /** @throws {TemplateFault | LimitExceeded} */
  translate(call: TextCall): string;
  /** One for each text that is missing. */
  toWarnings(): RenderWarning[];
}

export interface TextCall {
  readonly key: string;
  /** For this call alone. It is null for the locale of the document. */
  readonly locale: string | null;
  readonly timeZone: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly escape: (text: string) => string;
  readonly meter: StepMeter;
  readonly loc: SourceLocation | undefined;
  /** The partial that has the call. */
  readonly partial: string | null;
}

/** The parser of messages is a module of its own, because most templates have no translations. */
export async function loadTranslator(
  translations: Translations | null | undefined,
): Promise<Translator | null> {
  if (!translations || Object.keys(translations).length === 0) return null;
  const { MessageTranslator } = await import('./translator.ts');
  return new MessageTranslator(translations);
}
