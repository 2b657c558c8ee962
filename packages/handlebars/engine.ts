import type { CompileOptions } from './build.ts';
import type { TemplateEnvironment } from './environment.ts';
import { DEFAULT_LIMITS, Meter, type TemplateLimits } from './limits.ts';
import {
  type Handlebars,
  type PartialOptions,
  runtime,
  type RuntimeOptions,
  type Template,
  type TemplateSpec,
} from './official-runtime.ts';
import { parse } from './parse.ts';
import type { OnMissing, Run } from './run.ts';
import type { Program } from './syntax-tree.ts';
import { attachCall, attachLocation } from './template-fault.ts';

/** Prototypes stay closed. Without these settings the official runtime logs every name that it denies. */
const CLOSED_PROTOTYPES = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false };

export interface EngineOptions {
  /** For all templates of the engine together. */
  readonly limits?: TemplateLimits;
  /** Helpers read it as `options.run.scope`. */
  readonly scope?: unknown;
  /** Templates read them with an `@`, such as `{{@locale}}`. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** The sources of partials, by name. All templates of the engine can call them. Default: none. */
  readonly partials?: Partials;
}

export type Partials = Readonly<Record<string, string>>;

export interface RenderOptions {
  /** Escapes HTML in `{{value}}`. Default: true. */
  readonly escape?: boolean;
  /** Returns what `{{value}}` writes instead of the escaped text, for a document that is not HTML yet. */
  readonly mask?: ((html: string) => string) | undefined;
  /** Called for each name that the data does not have, if the template prints it or calculates with it. `null` is a value. */
  readonly onMissing?: OnMissing | undefined;
  /** UTF-16 units of output of this template alone. Default: what the limits of the engine leave. */
  readonly maxOutputChars?: number | undefined;
}

/** The runtime calls it for `{{> name}}`. */
type CalledPartial = (context: unknown, options: PartialOptions) => string;

/** Handlebars 4.7.10 without `eval`. An engine serves one request, so all its templates share one meter. */
export class TemplateEngine {
  readonly run: Run;
  readonly #environment: TemplateEnvironment;
  readonly #variables: Readonly<Record<string, unknown>> | undefined;
  /** Has a `compile` for partials that are registered as text. */
  readonly #handlebars: Handlebars;
  readonly #partials: Partials | null;
  /** By whether they escape. */
  readonly #calledPartials = new Map<boolean, Readonly<Record<string, CalledPartial>>>();
  /** Of all templates that were rendered. Each becomes syntax tree, opcode and closure. */
  #tokens = 0;
  /** All partials together may have as many tokens as all templates. */
  #partialTokens = 0;

  constructor(
    environment: TemplateEnvironment,
    { limits = DEFAULT_LIMITS, scope, variables, partials }: EngineOptions = {},
  ) {
    this.#variables = variables;
    this.#partials = partials ?? null;
    this.run = { meter: new Meter(limits), scope };
    this.#environment = environment;
    this.#handlebars = Object.create(environment.handlebars);
    this.#handlebars.compile = (source, options) => this.compile(source, options);
  }

  /** The tokens that were compiled, or taken from the cache. */
  get tokens(): number {
    return this.#tokens + this.#partialTokens;
  }

  /** @throws {TemplateSyntaxError | TemplateFault | LimitExceeded | HandlebarsException} */
  render(source: string, data: unknown, options: RenderOptions = {}): string {
    if (!source.includes('{{')) return source;
    const { escape = true, mask, onMissing, maxOutputChars } = options;
    const { meter } = this.run;
    this.run.mask = mask;
    this.run.onMissing = onMissing;
    meter.startDocument(maxOutputChars);
    const spec = this.#environment.cached(source, {
      escape,
      limits: meter.limits,
      usedTokens: this.#tokens,
    });
    this.#tokens += spec.tokens;
    const partials = this.#callPartials(escape);
    const given = { ...CLOSED_PROTOTYPES, ...this.#data(), ...(partials && { partials }) };
    return this.#template(this.#bind(spec))(data, given);
  }

  /** A copy, because the runtime adds the root. */
  #data(): Pick<RuntimeOptions, 'data'> {
    return this.#variables === undefined ? {} : { data: { ...this.#variables } };
  }

  /** Compiles without rendering and returns the syntax tree. @throws as `render` */
  check(source: string, { escape = true }: RenderOptions = {}): Program {
    const { limits } = this.run.meter;
    if (source.includes('{{')) this.#environment.cached(source, { escape, limits });
    // Parsed again, because the compiler changes the tree that it gets.
    return parse(source, limits);
  }

  /** Compiles without the cache. @throws as `render` */
  compile(source: string, options: CompileOptions = {}): Template {
    return this.#template(this.#bind(this.#environment.compile(source, options, this.run.meter.limits)));
  }

  #callPartials(escape: boolean): Readonly<Record<string, CalledPartial>> | null {
    if (this.#partials === null) return null;
    const called =
      this.#calledPartials.get(escape) ??
      Object.fromEntries(
        Object.entries(this.#partials).map(([name, source]) => [name, this.#partial(name, source, escape)]),
      );
    this.#calledPartials.set(escape, called);
    return called;
  }

  /** Compiles it at the first call, because a template can have more partials than it calls with its data. */
  #partial(name: string, source: string, escape: boolean): CalledPartial {
    let spec: TemplateSpec | null = null;
    return (context, options) => {
      try {
        spec ??= this.#bind(this.#compilePartial(name, source, escape), name);
        // A template remembers what its last call could see, so a partial that calls itself needs two of them.
        return this.#template(spec)(context, options);
      } catch (error) {
        throw attachCall(error, name);
      }
    };
  }

  #compilePartial(name: string, source: string, escape: boolean): TemplateSpec {
    const { limits } = this.run.meter;
    try {
      const spec = this.#environment.cached(source, { escape, limits, usedTokens: this.#partialTokens });
      this.#partialTokens += spec.tokens;
      return spec;
    } catch (error) {
      throw attachLocation(error, undefined, name);
    }
  }

  #template(spec: TemplateSpec): Template {
    return runtime.VM.template(spec, this.#handlebars);
  }

  /** Compiled templates are shared, so each engine uses a copy with its own run. */
  #bind(spec: TemplateSpec, partial: string | null = null): TemplateSpec {
    const { run } = this;
    const { main, main_d: mainDecorator } = spec;
    const bound: TemplateSpec = { ...spec };
    bound.main = (container, ...rest) => {
      container.run = run;
      container.partial = partial;
      return main(container, ...rest);
    };
    if (mainDecorator !== undefined) {
      bound.main_d = (program, props, container, ...rest) => {
        container.run = run;
        container.partial = partial;
        return mainDecorator(program, props, container, ...rest);
      };
    }
    return bound;
  }
}
