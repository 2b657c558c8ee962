import { attachCall, attachLocation, MissingPartial, type SourceLocation } from '@platen/handlebars';
import type { TextReader } from '../text-reader.ts';
import { MAX_PARTIAL_DEPTH, PartialCycle, PartialsTooDeep } from './faults.ts';
import { GIVEN_BLOCK, type PartialUse } from './partial-use.ts';

/** The content of partials, by name. */
export type PartialContents = Readonly<Record<string, string>>;

/** Checks the partials that texts call, and those that these call. */
export class PartialClosure {
  readonly #contents: PartialContents;
  readonly #texts: TextReader;
  readonly #uses = new Map<string, PartialUse>();
  /** By name, the length of the longest chain of partials that it calls. */
  readonly #heights = new Map<string, number>();

  constructor(contents: PartialContents, texts: TextReader) {
    this.#contents = contents;
    this.#texts = texts;
  }

  /** @throws {MissingPartial | PartialCycle | PartialsTooDeep} with the place and the calls that lead to it */
  check(content: string): void {
    const use = this.#texts.partialUse(content);
    this.#visitCalls(use, []);
    const reached = this.#reach(use);
    const uses = [use, ...[...reached.keys()].map((name) => this.#useOf(name))];
    if (uses.some(({ definesAny }) => definesAny)) return;
    const inlines = new Set(uses.flatMap((each) => [...each.inlines]));
    if (uses.some(({ givesBlock }) => givesBlock)) inlines.add(GIVEN_BLOCK);
    this.#requireNeeds(use, inlines, []);
    // The call of a layout decides what its block is, so a partial alone does not show whether it gets one.
    inlines.add(GIVEN_BLOCK);
    for (const [name, calls] of reached) this.#requireNeeds(this.#useOf(name), inlines, calls);
  }

  /** Checks a partial by itself. Its callers can define the inline partials that it calls. @throws as `check`, but no `MissingPartial` */
  checkPartial(name: string): void {
    this.#visit(name, [name], undefined);
  }

  #has(name: string): boolean {
    return Object.hasOwn(this.#contents, name);
  }

  #useOf(name: string): PartialUse {
    const use = this.#uses.get(name) ?? this.#readUse(name);
    this.#uses.set(name, use);
    return use;
  }

  #readUse(name: string): PartialUse {
    try {
      return this.#texts.partialUse(this.#contents[name] ?? '');
    } catch (error) {
      throw attachCall(attachLocation(error, undefined, name), name);
    }
  }

  /** Finds each partial that can be called, with the shortest calls that lead to it. */
  #reach(use: PartialUse): Map<string, readonly string[]> {
    const reached = new Map<string, readonly string[]>();
    const waiting: [PartialUse, readonly string[]][] = [[use, []]];
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [{ needs }, calls] = next;
      for (const name of needs.keys()) {
        if (reached.has(name) || !this.#has(name)) continue;
        const path = [...calls, name];
        reached.set(name, path);
        waiting.push([this.#useOf(name), path]);
      }
    }
    return reached;
  }

  /** Returns how deep the calls go. @param calls the partials around, outermost first */
  #visitCalls({ needs }: PartialUse, calls: readonly string[]): number {
    let height = 0;
    for (const [name, { kind, loc }] of needs) {
      if (kind === 'possible' || !this.#has(name)) continue;
      if (calls.includes(name)) throw placed(new PartialCycle(name), loc, calls);
      height = Math.max(height, 1 + this.#visit(name, [...calls, name], loc));
    }
    return height;
  }

  #visit(name: string, path: readonly string[], loc: SourceLocation | undefined): number {
    const tooDeep = () => placed(new PartialsTooDeep(name), loc, path.slice(0, -1));
    if (path.length > MAX_PARTIAL_DEPTH) throw tooDeep();
    const known = this.#heights.get(name);
    if (known !== undefined) {
      if (path.length + known > MAX_PARTIAL_DEPTH) throw tooDeep();
      return known;
    }
    const height = this.#visitCalls(this.#useOf(name), path);
    this.#heights.set(name, height);
    return height;
  }

  #requireNeeds({ needs }: PartialUse, inlines: ReadonlySet<string>, calls: readonly string[]): void {
    for (const [name, { kind, loc }] of needs) {
      if (kind !== 'required' || this.#has(name) || inlines.has(name)) continue;
      throw placed(new MissingPartial(name, [...inlines, ...Object.keys(this.#contents)]), loc, calls);
    }
  }
}

/** @param calls lead to the text that has the location. The last one is its partial */
function placed(error: Error, loc: SourceLocation | undefined, calls: readonly string[]): Error {
  attachLocation(error, loc, calls.at(-1) ?? null);
  for (const name of calls.toReversed()) attachCall(error, name);
  return error;
}
