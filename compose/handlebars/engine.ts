/// <reference path="./handlebars.d.ts" />
import compilers from 'handlebars/dist/cjs/handlebars/compiler/compiler.js';
import type { Handlebars, Helper, Template } from 'handlebars/dist/cjs/handlebars.runtime.js';
import officialRuntime from 'handlebars/dist/cjs/handlebars.runtime.js';
import { builtinHelpers } from './builtins.ts';
import { CompiledTemplates } from './cache.ts';
import { closuresOf, type CompileOptions } from './closures.ts';
import { type Meter, type TemplateLimits } from './limits.ts';
import { TemplateFault } from './located.ts';
import { parse } from './parse.ts';
import { inlineDecorator } from './partials.ts';

/** Closures weigh some 15 times their source: this keeps the cache under 32 MB. */
const CACHED_CHARS = 2_000_000;
const CACHED_SOURCE_CHARS = 250_000;

/** Prototypes stay closed. Said outright, because a silent default would log every denied name. */
const CLOSED_PROTOTYPES = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false };

export interface RenderOptions {
  /** Whether `{{value}}` escapes HTML. */
  readonly escape: boolean;
}

/**
 * Handlebars 4.7.10 without `eval`: the official parser, compiler and runtime, with closures for a back end.
 * Synchronous; one meter counts for all templates between two calls of `begin`.
 */
export class TemplateEngine {
  readonly handlebars: Handlebars = officialRuntime.create();
  readonly #meter: Meter;
  readonly #helpers: ReadonlyMap<string, Helper>;
  readonly #escaping = new CompiledTemplates(CACHED_CHARS, CACHED_SOURCE_CHARS);
  readonly #verbatim = new CompiledTemplates(CACHED_CHARS / 10, CACHED_SOURCE_CHARS);

  constructor(meter: Meter, helpers: Readonly<Record<string, Helper>>) {
    this.#meter = meter;
    const known = new Map(Object.entries({ ...builtinHelpers(meter), ...helpers }));
    for (const hook of ['helperMissing', 'blockHelperMissing']) {
      const helper = known.get(hook);
      if (helper !== undefined) this.handlebars.registerHelper(hook, helper);
      known.delete(hook);
    }
    this.#helpers = known;
    this.handlebars.registerDecorator('inline', inlineDecorator(meter));
    this.handlebars.log = () => {};
    this.handlebars.compile = (source, options) => this.compile(source, options);
  }

  /** Starts a composition: its templates share what `limits` allow. */
  begin(limits: TemplateLimits): void {
    this.#meter.begin(limits);
  }

  /**
   * @throws {TemplateSyntaxError} | {LimitExceeded} | {TemplateFault} | the official `Exception`
   */
  render(source: string, data: unknown, { escape }: RenderOptions): string {
    if (!source.includes('{{')) return source;
    this.#meter.depth = 0;
    return this.#cached(source, escape)(data, CLOSED_PROTOTYPES);
  }

  /** Compiles without rendering. @throws as `render` */
  check(source: string, { escape }: RenderOptions): void {
    if (source.includes('{{')) this.#cached(source, escape);
  }

  #cached(source: string, escape: boolean): Template {
    const cache = escape ? this.#escaping : this.#verbatim;
    const known = cache.get(source);
    if (known !== undefined) return known;
    const template = this.compile(source, { noEscape: !escape });
    cache.set(source, template);
    return template;
  }

  /** Only strings are templates: a syntax tree from data would be code from data. */
  compile(source: string, compileOptions: CompileOptions = {}): Template {
    if (typeof source !== 'string') throw new TemplateFault('a template must be a string');
    const options = { data: true, ...compileOptions };
    const tree = parse(source, this.#meter.limits, options);
    const environment = new compilers.Compiler().compile(tree, options);
    return this.handlebars.template(closuresOf(environment, options, { meter: this.#meter, helpers: this.#helpers }));
  }
}
