import { parseTemplate, TemplateFault, type TemplateLimits } from '@platen/handlebars';
import type { Meter } from '@platen/meter';
import { findAssets } from './assets/find-assets.ts';
import { findFamilies } from './assets/find-families.ts';
import { callsPartials, findPartialUse, NO_PARTIALS, type PartialUse } from './partials/partial-use.ts';
import { findTranslationCalls, type TranslationCall } from './translations/find-calls.ts';

/** A text says this without data. Its tree takes about 1 kB for each token, so it is not kept. */
interface ReadText {
  readonly tokens: number;
  readonly partialUse: PartialUse;
  readonly translationCalls: readonly TranslationCall[];
}

/** The calls of partials and translations that one reader keeps. Each takes about 150 bytes. */
const MAX_KEPT_CALLS = 200_000;

/** The names of assets and families that one reader keeps. Later texts are searched again. */
const MAX_KEPT_NAMES = 50_000;

type Outcome = { readonly read: ReadText } | { readonly error: Error };

const PLAIN: ReadText = { tokens: 0, partialUse: NO_PARTIALS, translationCalls: [] };

/** A character of a template costs more to parse than a byte to look at. It is an estimate from the time of a push with 30,000 `{{x}}`. */
const WORK_PER_CHAR = 100;

/** A character of a text that is searched for names. */
const WORK_PER_SEARCHED_CHAR = 5;

/** Reads each text once, however many templates and partials call it. */
export class TextReader {
  readonly meter: Meter;
  #keptCalls = 0;
  #keptNames = 0;
  readonly #limits: TemplateLimits;
  readonly #outcomes = new Map<string, Outcome>();
  readonly #checked = new Map<string, Set<string>>();
  readonly #assets = new Map<string, readonly string[]>();
  readonly #families = new Map<string, readonly string[]>();

  constructor(limits: TemplateLimits, meter: Meter) {
    this.#limits = limits;
    this.meter = meter;
  }

  /** Reads texts ahead, with pauses between them, so that no check of a template reads many of them at once. */
  async readAhead(sources: Iterable<string>): Promise<void> {
    for (const source of sources) {
      await this.meter.pause();
      this.#outcomeOf(source);
    }
    await this.meter.pause();
  }

  /** @throws {TemplateSyntaxError | LimitExceeded} */
  partialUse(source: string): PartialUse {
    return callsPartials(source) ? this.#read(source).partialUse : NO_PARTIALS;
  }

  /** @throws as {@link partialUse} */
  translationCalls(source: string): readonly TranslationCall[] {
    return this.#read(source).translationCalls;
  }

  /** Of a text that calls partials. @throws as {@link partialUse} */
  tokensOf(source: string): number {
    return callsPartials(source) ? this.#read(source).tokens : 0;
  }

  assetsOf(source: string): readonly string[] {
    return this.#search(this.#assets, source, () => [...findAssets([source])]);
  }

  familiesOf(source: string): readonly string[] {
    return this.#search(this.#families, source, () => findFamilies([source]));
  }

  #search(known: Map<string, readonly string[]>, source: string, find: () => string[]): readonly string[] {
    const kept = known.get(source);
    if (kept !== undefined) return kept;
    this.meter.charge(source.length * WORK_PER_SEARCHED_CHAR);
    const names = find();
    if (this.#keptNames + names.length <= MAX_KEPT_NAMES) {
      this.#keptNames += names.length;
      known.set(source, names);
    }
    return names;
  }

  /** Checks a text that was not checked in the same way. @throws what `check` throws */
  checkOnce(way: string, source: string, check: () => void): void {
    const checked = remembered(this.#checked, way, () => new Set<string>());
    if (checked.has(source)) return;
    this.meter.charge(source.length * WORK_PER_CHAR);
    check();
    checked.add(source);
  }

  #read(source: string): ReadText {
    const outcome = this.#outcomeOf(source);
    if ('error' in outcome) throw copyOf(outcome.error);
    return outcome.read;
  }

  #outcomeOf(source: string): Outcome {
    return remembered(this.#outcomes, source, () => this.#parse(source));
  }

  #parse(source: string): Outcome {
    if (!source.includes('{{') && source.length <= this.#limits.sourceChars) return { read: PLAIN };
    this.meter.charge(source.length * WORK_PER_CHAR);
    try {
      const { tree, tokens } = parseTemplate(source, this.#limits);
      const partialUse = findPartialUse(tree);
      const translationCalls = findTranslationCalls(tree);
      const names = translationCalls.reduce((sum, call) => sum + call.names.length, 0);
      this.#keptCalls += partialUse.needs.size + partialUse.inlines.size + translationCalls.length + names;
      if (this.#keptCalls > MAX_KEPT_CALLS)
        throw new TemplateFault(
          `The texts of the request call partials and translations more than ${MAX_KEPT_CALLS} times`,
        );
      return { read: { tokens, partialUse, translationCalls } };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return { error };
    }
  }
}

function remembered<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}

/** Each caller of a text adds its own place to the error. */
const copyOf = (error: Error): Error =>
  Object.create(Object.getPrototypeOf(error), {
    ...Object.getOwnPropertyDescriptors(error),
    message: { value: error.message },
    stack: { value: error.stack },
  });
