import basic from 'handlebars-spec/spec/basic.json?raw';
import blocks from 'handlebars-spec/spec/blocks.json?raw';
import builtins from 'handlebars-spec/spec/builtins.json?raw';
import data from 'handlebars-spec/spec/data.json?raw';
import helpers from 'handlebars-spec/spec/helpers.json?raw';
import partials from 'handlebars-spec/spec/partials.json?raw';
import regressions from 'handlebars-spec/spec/regressions.json?raw';
import strict from 'handlebars-spec/spec/strict.json?raw';
import subexpressions from 'handlebars-spec/spec/subexpressions.json?raw';
import whitespace from 'handlebars-spec/spec/whitespace-control.json?raw';
import { afterEach, describe, expect, test } from 'vitest';
import { type CompileOptions, TemplateEngine, TemplateEnvironment } from '../index.ts';
import { runtime } from '../official-runtime.ts';

interface SpecCase {
  readonly description: string;
  readonly it: string;
  readonly number?: string;
  readonly template: string;
  readonly data?: unknown;
  readonly expected?: string;
  readonly exception?: boolean | string;
  readonly helpers?: object;
  readonly partials?: object;
  readonly decorators?: object;
  readonly compileOptions?: CompileOptions & { readonly stringParams?: boolean };
  readonly runtimeOptions?: object;
}

/**
 * Without `tokenizer` and `parser`, which do not render, and the removed modes `stringParams` and `trackIds`.
 * Imported as text, because workerd accepts no JSON module with a U+2028.
 */
const SUITES: Readonly<Record<string, string>> = {
  basic,
  blocks,
  builtins,
  data,
  helpers,
  partials,
  regressions,
  strict,
  subexpressions,
  whitespace,
};

const CASES_IN_ALL = 447;

/** @param evaluate evaluates the source of the suite's helper functions */
export function describeConformance(evaluate: (source: string) => unknown): void {
  const suites = Object.entries(SUITES).map(
    ([name, cases]) =>
      [name, (JSON.parse(cases) as SpecCase[]).filter((spec) => !spec.compileOptions?.stringParams)] as const,
  );

  test(`runs all ${CASES_IN_ALL} tests of the official suite that concern rendering`, () => {
    expect(suites.reduce((sum, [, cases]) => sum + cases.length, 0)).toBe(CASES_IN_ALL);
  });

  /** Functions of the suite write to globals. */
  afterEach(() => {
    for (const name of ['value', 'lastOptions', 'run']) Reflect.deleteProperty(globalThis, name);
  });

  for (const [name, cases] of suites) {
    describe(`Handlebars 4.7.10: ${name}`, () => {
      for (const [i, spec] of cases.entries()) {
        test(`${i} ${spec.description}: ${spec.it} ${spec.number ?? ''}`, () => runCase(spec, evaluate));
      }
    });
  }
}

function runCase(spec: SpecCase, evaluate: (source: string) => unknown): void {
  const revive = (value: unknown) => revived(value, evaluate);
  const environment = new TemplateEnvironment((revive(spec.helpers) ?? {}) as never);
  const engine = new TemplateEngine(environment);
  const render = () =>
    engine.compile(spec.template, { ...spec.compileOptions })(revive(spec.data), {
      ...(revive(spec.runtimeOptions) as object | undefined),
      partials: revive(spec.partials) as never,
      decorators: revive(spec.decorators) as never,
    });
  if (spec.exception === undefined) expect(render()).toBe(spec.expected);
  else if (typeof spec.exception === 'string' && !spec.exception.includes('Parse error')) {
    expect(render).toThrow(toPattern(spec.exception));
  } else expect(render).toThrow();
}

function toPattern(exception: string): string | RegExp {
  return exception.startsWith('/') ? new RegExp(exception.slice(1, exception.lastIndexOf('/'))) : exception;
}

/** Functions are `{ "!code": true, "javascript": "…" }` in the JSON, and arrays with holes are objects. */
function revived(value: unknown, evaluate: (source: string) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => revived(item, evaluate));
  if ('!code' in value) {
    if (!('javascript' in value)) return undefined;
    const make = evaluate(
      `(function (Handlebars, global, equals) { return (${String(value.javascript)}); })`,
    );
    return (make as (handlebars: unknown, global: object, equals: unknown) => unknown)(
      runtime,
      globalThis,
      (actual: unknown, wanted: unknown) => expect(actual).toBe(wanted),
    );
  }
  const entries = Object.entries(value).filter(([key]) => key !== '!sparsearray');
  const target: object = '!sparsearray' in value ? [] : {};
  for (const [key, item] of entries) {
    const live = revived(item, evaluate);
    if (live !== undefined) Object.assign(target, { [key]: live });
  }
  return target;
}
