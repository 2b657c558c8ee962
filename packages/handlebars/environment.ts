import type { CompileOptions } from './build.ts';
import { CompiledTemplates } from './cache.ts';
import { generateClosures } from './closure-generator.ts';
import { LANGUAGE_HELPERS } from './language-helpers.ts';
import { LimitExceeded, type TemplateLimits } from './limits.ts';
import { NameCompiler, namesThatAsk } from './name-compiler.ts';
import type { Environment } from './official-compiler.ts';
import { type Handlebars, type Helper, runtime, type TemplateSpec } from './official-runtime.ts';
import { parse } from './parse.ts';
import { inlineDecorator } from './partials.ts';
import { RAW_BLOCK, rawBlock } from './raw-block.ts';
import { TemplateFault } from './template-fault.ts';
import { TokenCounter } from './token-counter.ts';

/** An isolate has 128 MB. A hundred templates with a hundred placeholders each fit in this. */
const CACHE_BYTES = 16_000_000;
const CACHED_TEMPLATE_BYTES = 4_000_000;

/** Measured for the closures and locations of an opcode. A character takes at most two bytes. */
const BYTES_PER_OPCODE = 210;
const BYTES_PER_CHAR = 2;

/** The official runtime calls them when a template names something that does not exist. */
const HOOKS = ['helperMissing', 'blockHelperMissing'];

/** Shared by all engines of an application. Holds no data and no state of a rendering. */
export class TemplateEnvironment {
  /** Includes the helpers of the language. */
  readonly helpers: ReadonlyMap<string, Helper>;
  readonly handlebars: Handlebars = runtime.create();
  readonly #escaping = new CompiledTemplates(CACHE_BYTES, CACHED_TEMPLATE_BYTES);
  readonly #verbatim = new CompiledTemplates(CACHE_BYTES / 16, CACHED_TEMPLATE_BYTES / 16);

  readonly #namesThatAsk: ReadonlySet<string>;

  /** @param acceptMissing names of helpers whose arguments may be missing. `onMissing` is not called for these arguments. */
  constructor(helpers: Readonly<Record<string, Helper>> = {}, acceptMissing: readonly string[] = []) {
    this.#namesThatAsk = namesThatAsk(acceptMissing);
    const known = new Map(Object.entries({ ...LANGUAGE_HELPERS, ...helpers }));
    for (const hook of HOOKS) {
      const helper = known.get(hook);
      if (helper !== undefined) this.handlebars.registerHelper(hook, helper);
      known.delete(hook);
    }
    known.set(RAW_BLOCK, known.get('raw') ?? rawBlock);
    this.helpers = known;
    // A section (`{{#list}}`) finds this helper by its name.
    this.handlebars.registerHelper('each', LANGUAGE_HELPERS.each);
    this.handlebars.registerDecorator('inline', inlineDecorator);
    this.handlebars.log = () => {};
  }

  /** @param usedTokens of the limit, by other templates @throws as `TemplateEngine.render` */
  cached(
    source: string,
    { escape, limits, usedTokens = 0 }: { escape: boolean; limits: TemplateLimits; usedTokens?: number },
  ): TemplateSpec {
    const cache = escape ? this.#escaping : this.#verbatim;
    const known = cache.get(source);
    if (known === undefined) {
      const { spec, bytes } = this.#build(source, { noEscape: !escape }, limits, usedTokens);
      cache.set(source, spec, bytes);
      return spec;
    }
    if (usedTokens + known.tokens > limits.tokens) throw new LimitExceeded('tokens', limits.tokens);
    return known;
  }

  /** @throws as `TemplateEngine.render` */
  compile(source: string, options: CompileOptions, limits: TemplateLimits): TemplateSpec {
    return this.#build(source, options, limits).spec;
  }

  /** Only strings: otherwise a syntax tree in the data would run as a template. */
  #build(source: string, compileOptions: CompileOptions, limits: TemplateLimits, usedTokens = 0) {
    if (typeof source !== 'string') throw new TemplateFault('a template must be a string');
    const options = { data: true, ...compileOptions, namesThatAsk: this.#namesThatAsk };
    const counter = new TokenCounter(limits, usedTokens);
    const compiled = new NameCompiler().compile(parse(source, limits, options, counter), options);
    const spec = generateClosures(compiled, options, this.helpers, counter.tokens - usedTokens);
    const bytes = countOpcodes(compiled) * BYTES_PER_OPCODE + source.length * BYTES_PER_CHAR;
    return { spec, bytes };
  }
}

const countOpcodes = ({ opcodes, children }: Environment): number =>
  children.reduce((sum, child) => sum + countOpcodes(child), opcodes.length);
