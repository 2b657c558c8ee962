import type { Meter } from '@platen/meter';
import type { TemplateLimits } from '@platen/handlebars';
import { MAX_PINS, PARTIAL_NAME } from '../../schema/api/components.ts';
import { TemplateError } from '../errors.ts';
import { TextReader } from '../text-reader.ts';
import { describeChain, MAX_PARTIAL_DEPTH, PartialsTooDeep } from './faults.ts';

/** The UTF-8 bytes of all partials that one template can call. */
const MAX_PINNED_PARTIAL_BYTES = 2_000_000;

export interface FoundPartial {
  /** UTF-8 bytes. */
  readonly bytes: number;
  readonly readContent: () => Promise<string>;
}

export interface CollectedPartial<Found> {
  readonly found: Found;
  readonly content: string;
}

/** The calls that a collection of partials starts from. */
export interface PartialCalls {
  /** Texts that may call partials. Default: none. */
  readonly texts?: readonly string[];
  /** The names of partials. Default: none. */
  readonly names?: readonly string[];
}

/**
 * Reads the partials that are called, and those that these call, one level after the other. A name that is not found is left out.
 *
 * @throws {TemplateError} too many of them, too many bytes, or too deep
 */
export async function collectPartials<Found extends FoundPartial>(
  { texts: calling = [], names: called = [] }: PartialCalls,
  find: (names: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
  limits: TemplateLimits,
  texts: TextReader,
): Promise<ReadonlyMap<string, CollectedPartial<Found>>> {
  const collected = new Map<string, CollectedPartial<Found>>();
  const reader = new NameReader(limits, texts);
  let names = [...reader.unseen(called), ...reader.namesInAll(calling)];
  let bytes = 0;
  for (let depth = 1; names.length > 0; depth++) {
    if (depth > MAX_PARTIAL_DEPTH + 1) throw tooDeep(reader.pathTo(names[0] ?? ''));
    const level = await find(names);
    if (collected.size + level.size > MAX_PINS)
      throw new TemplateError('html', `The template calls more than ${MAX_PINS} partials.`);
    for (const found of level.values()) bytes += found.bytes;
    if (bytes > MAX_PINNED_PARTIAL_BYTES)
      throw new TemplateError(
        'html',
        `The partials of the template have more than ${MAX_PINNED_PARTIAL_BYTES} bytes together.`,
      );
    const read = await Promise.all(
      [...level].map(async ([name, found]) => [name, { found, content: await found.readContent() }] as const),
    );
    names = [];
    for (const [name, one] of read) {
      collected.set(name, one);
      await texts.meter.pause();
      names.push(...reader.namesIn(one.content, reader.pathTo(name)));
    }
  }
  return collected;
}

/** Lists the partials that texts call, without the partials that these call. */
export const listPartialNames = (texts: readonly string[], limits: TemplateLimits, meter: Meter): string[] =>
  new NameReader(limits, new TextReader(limits, meter)).namesInAll(texts);

export const contentsOf = (
  collected: ReadonlyMap<string, Pick<CollectedPartial<unknown>, 'content'>>,
): Record<string, string> => Object.fromEntries([...collected].map(([name, { content }]) => [name, content]));

/** Returns each name once. All texts together may have as many tokens as one template. */
class NameReader {
  readonly #limits: TemplateLimits;
  readonly #texts: TextReader;
  readonly #paths = new Map<string, readonly string[]>();
  #tokens = 0;

  constructor(limits: TemplateLimits, texts: TextReader) {
    this.#limits = limits;
    this.#texts = texts;
  }

  pathTo(name: string): readonly string[] {
    return this.#paths.get(name) ?? [];
  }

  namesInAll(texts: readonly string[]): string[] {
    return texts.flatMap((text) => this.namesIn(text, []));
  }

  namesIn(text: string, path: readonly string[]): string[] {
    if (this.#tokens > this.#limits.tokens) return [];
    try {
      this.#tokens += this.#texts.tokensOf(text);
      if (this.#tokens > this.#limits.tokens) return [];
      return this.unseen([...this.#texts.partialUse(text).needs.keys()], path);
    } catch {
      // The check of the text, or its print, reports the problem with its place.
      return [];
    }
  }

  /** @param path the partials that call them, outermost first */
  unseen(names: readonly string[], path: readonly string[] = []): string[] {
    const unseen = names.filter((name) => PARTIAL_NAME.test(name) && !this.#paths.has(name));
    for (const name of unseen) this.#paths.set(name, [...path, name]);
    return unseen;
  }
}

function tooDeep(path: readonly string[]): TemplateError {
  const { message } = new PartialsTooDeep(path.at(-1) ?? '');
  return new TemplateError('html', `html: ${message} (${describeChain(['html', ...path])})`);
}
