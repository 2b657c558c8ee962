import { CompiledTemplates } from './cache.ts';
import { closuresOf, type CompileOptions } from './closures.ts';
import { languageHelpers } from './language-helpers.ts';
import type { Meter, TemplateLimits } from './limits.ts';
import { TemplateFault } from './located.ts';
import { type Handlebars, type Helper, runtime, type Template } from './official.ts';
import { Compiler, type Environment } from './official-compiler.ts';
import { parse } from './parse.ts';
import { inlineDecorator } from './partials.ts';
import type { Program } from './syntax-tree.ts';

/** Of the isolate's 128 MB: a hundred templates of a hundred placeholders, or a few very large ones. */
const CACHE_BYTES = 16_000_000;
const CACHED_TEMPLATE_BYTES = 4_000_000;

/** Measured: closures, locations and what they hold on to, for each opcode; a character takes at most two. */
const BYTES_PER_OPCODE = 210;
const BYTES_PER_CHAR = 2;

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
  readonly handlebars: Handlebars = runtime.create();
  readonly #meter: Meter;
  readonly #helpers: ReadonlyMap<string, Helper>;
  readonly #escaping = new CompiledTemplates(CACHE_BYTES, CACHED_TEMPLATE_BYTES);
  readonly #verbatim = new CompiledTemplates(CACHE_BYTES / 16, CACHED_TEMPLATE_BYTES / 16);

  constructor(meter: Meter, helpers: Readonly<Record<string, Helper>>) {
    this.#meter = meter;
    const known = new Map(Object.entries({ ...languageHelpers(meter), ...helpers }));
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

  /** Compiles without rendering; the syntax tree is for further checks. @throws as `render` */
  check(source: string, { escape }: RenderOptions): Program {
    if (source.includes('{{')) this.#cached(source, escape);
    // Anew, because the compiler rewrites the tree that it is given.
    return parse(source, this.#meter.limits);
  }

  /** What every template can call. */
  get helpers(): Readonly<Record<string, Helper>> {
    return Object.fromEntries(this.#helpers);
  }

  #cached(source: string, escape: boolean): Template {
    const cache = escape ? this.#escaping : this.#verbatim;
    const known = cache.get(source);
    if (known !== undefined) return known;
    const { template, bytes } = this.#build(source, { noEscape: !escape });
    cache.set(source, template, bytes);
    return template;
  }

  /** @throws as `render` */
  compile(source: string, options: CompileOptions = {}): Template {
    return this.#build(source, options).template;
  }

  /** Only strings are templates: a syntax tree from data would be code from data. */
  #build(source: string, compileOptions: CompileOptions): { template: Template; bytes: number } {
    if (typeof source !== 'string') throw new TemplateFault('a template must be a string');
    const options = { data: true, ...compileOptions };
    const tree = parse(source, this.#meter.limits, options);
    const environment = new Compiler().compile(tree, options);
    const spec = closuresOf(environment, options, { meter: this.#meter, helpers: this.#helpers });
    const bytes = opcodesOf(environment) * BYTES_PER_OPCODE + source.length * BYTES_PER_CHAR;
    return { template: this.handlebars.template(spec), bytes };
  }
}

const opcodesOf = ({ opcodes, children }: Environment): number =>
  children.reduce((sum, child) => sum + opcodesOf(child), opcodes.length);
