import type { CompileOptions } from './build.ts';
import type { TemplateEnvironment } from './environment.ts';
import { DEFAULT_LIMITS, Meter, type TemplateLimits } from './limits.ts';
import { type Handlebars, runtime, type Template, type TemplateSpec } from './official-runtime.ts';
import { parse } from './parse.ts';
import type { OnMissing, Run } from './run.ts';
import type { Program } from './syntax-tree.ts';

/** Prototypes stay closed. Without these settings the official runtime logs every name that it denies. */
const CLOSED_PROTOTYPES = { allowProtoPropertiesByDefault: false, allowProtoMethodsByDefault: false };

export interface EngineOptions {
  /** For all templates of the engine together. */
  readonly limits?: TemplateLimits;
  /** Helpers read it as `options.run.scope`. */
  readonly scope?: unknown;
}

export interface RenderOptions {
  /** Whether `{{value}}` escapes HTML. Default: true. */
  readonly escape?: boolean;
  /** Returns what `{{value}}` writes instead of the escaped text, for a document that is not HTML yet. */
  readonly mask?: ((html: string) => string) | undefined;
  /** Called for each name that the data does not have, if the template prints it or calculates with it. `null` is a value. */
  readonly onMissing?: OnMissing | undefined;
  /** UTF-16 units of output of this template alone. Default: what the limits of the engine leave. */
  readonly maxOutputChars?: number | undefined;
}

/** Handlebars 4.7.10 without `eval`. An engine serves one request, so all its templates share one meter. */
export class TemplateEngine {
  readonly run: Run;
  readonly #environment: TemplateEnvironment;
  /** Has a `compile` for partials that are registered as text. */
  readonly #handlebars: Handlebars;

  constructor(environment: TemplateEnvironment, { limits = DEFAULT_LIMITS, scope }: EngineOptions = {}) {
    this.run = { meter: new Meter(limits), scope };
    this.#environment = environment;
    this.#handlebars = Object.create(environment.handlebars);
    this.#handlebars.compile = (source, options) => this.compile(source, options);
  }

  /** @throws {TemplateSyntaxError | TemplateFault | LimitExceeded | HandlebarsException} */
  render(source: string, data: unknown, options: RenderOptions = {}): string {
    if (!source.includes('{{')) return source;
    const { escape = true, mask, onMissing, maxOutputChars } = options;
    const { meter } = this.run;
    this.run.mask = mask;
    this.run.onMissing = onMissing;
    meter.startDocument(maxOutputChars);
    const spec = this.#environment.cached(source, { escape, limits: meter.limits });
    return this.#bind(spec)(data, CLOSED_PROTOTYPES);
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
    return this.#bind(this.#environment.compile(source, options, this.run.meter.limits));
  }

  /** Compiled templates are shared, so each engine uses a copy with its own run. */
  #bind(spec: TemplateSpec): Template {
    const { run } = this;
    const { main, main_d: mainDecorator } = spec;
    const bound: TemplateSpec = { ...spec };
    bound.main = (container, ...rest) => {
      container.run = run;
      return main(container, ...rest);
    };
    if (mainDecorator !== undefined) {
      bound.main_d = (program, props, container, ...rest) => {
        container.run = run;
        return mainDecorator(program, props, container, ...rest);
      };
    }
    return runtime.VM.template(bound, this.#handlebars);
  }
}
