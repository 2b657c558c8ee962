import { TemplateFault } from '@platen/handlebars';
import type { Meter } from '@platen/meter';
import { LRUCache } from 'lru-cache';
import type { RenderWarning } from '@platen/pdf';
import type { Translations } from '../../schema/api/translations.ts';
import type { TemplateDocument } from '../errors.ts';
import { isLocale } from '../helpers/intl.ts';
import { cut } from '../source-text.ts';
import { readTexts } from './catalog.ts';
import type { PlacedCall } from './find-calls.ts';
import { findTranslationProblems } from './find-problems.ts';
import { formatMessage } from './format-message.ts';
import type { TextCall, Translation, Translator, WantedLocales } from './load-translator.ts';
import { type KnownLocale, type LocaleChain, makeChain, type Place, toKnownLocale } from './locale-chain.ts';
import { type Message, MessageFault } from './message.ts';
import { MissingTexts } from './missing-texts.ts';
import { parseMessage } from './parse-message.ts';

/** By the text of the message, so it holds no data. A character of a message takes up to 40 bytes. */
const parsed = new LRUCache<string, Message>({
  maxSize: 400_000,
  sizeCalculation: (_message, text) => text.length + 20,
});

export class MessageTranslator implements Translator {
  readonly #translations: Translations;
  readonly #known: readonly KnownLocale[];

  constructor(translations: Translations) {
    this.#translations = translations;
    this.#known = Object.keys(translations).map(toKnownLocale);
  }

  start(wanted: WantedLocales): Translation {
    return new MessageTranslation(this.#translations, this.#known, wanted);
  }

  findProblems(calls: readonly PlacedCall[], meter: Meter): string[] {
    return findTranslationProblems(this.#translations, calls, meter);
  }
}

class MessageTranslation implements Translation {
  readonly locale: string;
  readonly #translations: Translations;
  readonly #known: readonly KnownLocale[];
  /** The locale of the request, then that of the template. */
  readonly #wanted: readonly string[];
  readonly #chain: LocaleChain;
  readonly #chains = new Map<string, LocaleChain>();
  readonly #texts = new Map<string, ReadonlyMap<string, string>>();
  readonly #missing: MissingTexts;
  #document: TemplateDocument = 'html';

  constructor(translations: Translations, known: readonly KnownLocale[], { asked, preset }: WantedLocales) {
    this.#translations = translations;
    this.#known = known;
    this.#wanted = [asked, preset].filter((locale) => locale !== undefined);
    this.#chain = makeChain(this.#wanted, known);
    this.#missing = new MissingTexts(asked === undefined ? null : 'options.locale');
    this.locale = this.#chain.places[0]?.formats ?? '';
  }

  enter(document: TemplateDocument): void {
    this.#document = document;
  }

  translate(call: TextCall): string {
    const { key, meter } = call;
    meter.step(STEPS_PER_TEXT + (key.length >> 4));
    const chain = call.locale === null ? this.#chain : this.#chainOf(call.locale, call);
    for (const place of chain.places) {
      const text = this.#textsOf(place.locale, call).get(key);
      if (text === undefined) continue;
      if (place.isForeign) this.#note(chain, place, call);
      return format(text, place, call);
    }
    this.#note(chain, null, call);
    return call.escape(cut(key, MAX_PRINTED_KEY));
  }

  toWarnings(): RenderWarning[] {
    return this.#missing.toWarnings();
  }

  /** @param printed null if the key was printed */
  #note({ wanted, places }: LocaleChain, printed: Place | null, { key, loc, partial }: TextCall): void {
    const [first] = places;
    this.#missing.note({
      // If the language has no texts at all, one warning is enough for all keys.
      key: first?.isForeign && printed === first ? null : key,
      locale: wanted ?? first?.locale ?? '',
      printed: printed?.locale ?? null,
      document: partial === null ? this.#document : `partial:${partial}`,
      loc,
    });
  }

  #textsOf(locale: string, { meter }: TextCall): ReadonlyMap<string, string> {
    const known = this.#texts.get(locale);
    if (known !== undefined) return known;
    const texts = readTexts(this.#translations[locale]);
    meter.step(texts.size);
    this.#texts.set(locale, texts);
    return texts;
  }

  /** @throws {TemplateFault} */
  #chainOf(locale: string, { meter }: TextCall): LocaleChain {
    const known = this.#chains.get(locale);
    if (known !== undefined) return known;
    meter.step(STEPS_PER_CHAIN + this.#known.length);
    if (!isLocale(locale)) throw new TemplateFault(`unknown locale "${cut(locale, 60)}"`);
    const chain = makeChain([locale, ...this.#wanted], this.#known);
    this.#chains.set(locale, chain);
    return chain;
  }
}

const STEPS_PER_TEXT = 4;

const STEPS_PER_CHAIN = 60;

/** A key can come from the data, and be a megabyte. */
const MAX_PRINTED_KEY = 200;

/** @throws {TemplateFault | LimitExceeded} */
function format(text: string, { locale, formats }: Place, call: TextCall): string {
  const { key, meter } = call;
  // As if it were parsed each time. So the cost does not depend on what others have printed.
  meter.step(text.length >> 3);
  return formatMessage(parse(text, `translations.${locale}.${key}`), { ...call, locale: formats });
}

/** @throws {TemplateFault} */
function parse(text: string, field: string): Message {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  try {
    const message = parseMessage(text);
    parsed.set(text, message);
    return message;
  } catch (error) {
    if (!(error instanceof MessageFault)) throw error;
    throw new TemplateFault(`${field}: ${error.message}`);
  }
}
