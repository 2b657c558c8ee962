import type { Template } from './official.ts';

/**
 * Compiled templates by their source, the least recently used dropped first. The source itself is the key: two
 * workspaces with the same template share its program, exactly and without a hash that could collide. Data is
 * never part of a compiled template.
 */
export class CompiledTemplates {
  readonly #entries = new Map<string, { readonly template: Template; readonly bytes: number }>();
  readonly #maxBytes: number;
  readonly #maxTemplateBytes: number;
  #bytes = 0;

  /**
   * @param maxBytes memory of all that is kept
   * @param maxTemplateBytes larger ones are not kept: they are one-off documents more often than templates, and
   *   each would push out dozens of small ones
   */
  constructor(maxBytes: number, maxTemplateBytes: number) {
    this.#maxBytes = maxBytes;
    this.#maxTemplateBytes = maxTemplateBytes;
  }

  get(source: string): Template | undefined {
    const entry = this.#entries.get(source);
    if (entry === undefined) return undefined;
    // A Map keeps insertion order: entered anew, the template is the youngest.
    this.#entries.delete(source);
    this.#entries.set(source, entry);
    return entry.template;
  }

  /** @param bytes what source and template take together */
  set(source: string, template: Template, bytes: number): void {
    if (bytes > this.#maxTemplateBytes || this.#entries.has(source)) return;
    this.#entries.set(source, { template, bytes });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
    }
  }

  get size(): number {
    return this.#entries.size;
  }
}
