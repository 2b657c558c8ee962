import type { Template } from 'handlebars/dist/cjs/handlebars.runtime.js';

/**
 * Compiled templates by their source, the least recently used dropped first. The source itself is the key: two
 * workspaces with the same template share its program, exactly and without a hash that could collide. Data is
 * never part of a compiled template.
 */
export class CompiledTemplates {
  readonly #templates = new Map<string, Template>();
  readonly #maxChars: number;
  readonly #maxSourceChars: number;
  #chars = 0;

  /**
   * @param maxChars UTF-16 units of source kept in all
   * @param maxSourceChars longer sources are not kept: they are one-off documents more often than templates,
   *   and each would push out hundreds of small ones
   */
  constructor(maxChars: number, maxSourceChars: number) {
    this.#maxChars = maxChars;
    this.#maxSourceChars = maxSourceChars;
  }

  get(source: string): Template | undefined {
    const template = this.#templates.get(source);
    if (template === undefined) return undefined;
    // A Map keeps insertion order: entered anew, the template is the youngest.
    this.#templates.delete(source);
    this.#templates.set(source, template);
    return template;
  }

  set(source: string, template: Template): void {
    if (source.length > this.#maxSourceChars || this.#templates.has(source)) return;
    this.#templates.set(source, template);
    this.#chars += source.length;
    for (const oldest of this.#templates.keys()) {
      if (this.#chars <= this.#maxChars) break;
      this.#templates.delete(oldest);
      this.#chars -= oldest.length;
    }
  }

  get size(): number {
    return this.#templates.size;
  }
}
