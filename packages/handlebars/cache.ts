import type { TemplateSpec } from './official-runtime.ts';

/** Keyed by the whole source, because a hash could collide. Compiled templates hold no data. */
export class CompiledTemplates {
  readonly #entries = new Map<string, { readonly spec: TemplateSpec; readonly bytes: number }>();
  readonly #maxBytes: number;
  readonly #maxTemplateBytes: number;
  #bytes = 0;

  /** @param maxTemplateBytes larger templates are not kept: each would push out dozens of small ones */
  constructor(maxBytes: number, maxTemplateBytes: number) {
    this.#maxBytes = maxBytes;
    this.#maxTemplateBytes = maxTemplateBytes;
  }

  get(source: string): TemplateSpec | undefined {
    const entry = this.#entries.get(source);
    if (entry === undefined) return undefined;
    // A Map keeps insertion order, so the entry is inserted again as the youngest.
    this.#entries.delete(source);
    this.#entries.set(source, entry);
    return entry.spec;
  }

  /** @param bytes memory of the source and the compiled template together */
  set(source: string, spec: TemplateSpec, bytes: number): void {
    if (bytes > this.#maxTemplateBytes || this.#entries.has(source)) return;
    this.#entries.set(source, { spec, bytes });
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
