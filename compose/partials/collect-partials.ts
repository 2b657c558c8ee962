import { type Program, parseTemplate, type TemplateLimits } from '@platen/handlebars';
import { MAX_PINS, PARTIAL_NAME } from '../../schema/api/shared-parts.ts';
import { TemplateError } from '../errors.ts';
import { EDGE_LIMITS } from '../template-limits.ts';
import { describeChain, MAX_PARTIAL_DEPTH, PartialsTooDeep } from './faults.ts';
import { readPartialUse } from './partial-use.ts';

/** The UTF-8 bytes of all partials that one template can call. */
const MAX_PINNED_PARTIAL_BYTES = 2_000_000;

export interface FoundPartial {
  /** UTF-8 bytes. */
  readonly bytes: number;
  readonly readText: () => Promise<string>;
}

export interface CollectedPartial<Found> {
  readonly found: Found;
  readonly content: string;
}

/**
 * Reads the partials that texts call, and those that these call, one level after the other. A name that is not found is left out.
 *
 * @throws {TemplateError} too many of them, too many bytes, or too deep
 */
export async function collectPartials<Found extends FoundPartial>(
  texts: readonly string[],
  find: (names: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
  limits: TemplateLimits = EDGE_LIMITS,
): Promise<ReadonlyMap<string, CollectedPartial<Found>>> {
  const collected = new Map<string, CollectedPartial<Found>>();
  const reader = new NameReader(limits);
  let names = texts.flatMap((text) => reader.namesIn(text, []));
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
      [...level].map(async ([name, found]) => [name, { found, content: await found.readText() }] as const),
    );
    for (const [name, one] of read) collected.set(name, one);
    names = read.flatMap(([name, { content }]) => reader.namesIn(content, reader.pathTo(name)));
  }
  return collected;
}

/** Lists the partials that texts call, without the partials that these call. */
export function listPartialNames(texts: readonly string[], limits: TemplateLimits): string[] {
  const reader = new NameReader(limits);
  return texts.flatMap((text) => reader.namesIn(text, []));
}

export const sourcesOf = (
  collected: ReadonlyMap<string, Pick<CollectedPartial<unknown>, 'content'>>,
): Record<string, string> => Object.fromEntries([...collected].map(([name, { content }]) => [name, content]));

/** Returns each name once. All texts together may have as many tokens as one template. */
class NameReader {
  readonly #limits: TemplateLimits;
  readonly #paths = new Map<string, readonly string[]>();
  #tokens = 0;

  constructor(limits: TemplateLimits) {
    this.#limits = limits;
  }

  pathTo(name: string): readonly string[] {
    return this.#paths.get(name) ?? [];
  }

  namesIn(text: string, path: readonly string[]): string[] {
    const { needs } = readPartialUse(text, (source) => this.#parse(source));
    const names = [...needs.keys()].filter((name) => PARTIAL_NAME.test(name) && !this.#paths.has(name));
    for (const name of names) this.#paths.set(name, [...path, name]);
    return names;
  }

  #parse(source: string): Program {
    const { tokens } = this.#limits;
    try {
      const parsed = parseTemplate(source, { ...this.#limits, tokens: tokens - this.#tokens });
      this.#tokens += parsed.tokens;
      return parsed.tree;
    } catch {
      // The check of the text, or its print, reports the problem with its place.
      return NO_TREE;
    }
  }
}

const NO_TREE: Program = {
  type: 'Program',
  body: [],
  loc: { start: { line: 1, column: 0 }, end: { line: 1, column: 0 } },
};

function tooDeep(path: readonly string[]): TemplateError {
  const { message } = new PartialsTooDeep(path.at(-1) ?? '');
  return new TemplateError('html', `html: ${message} (${describeChain(['html', ...path])})`);
}
