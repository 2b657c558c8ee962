import { describe, expect, test } from 'vitest';
import {
  DEFAULT_LIMITS,
  findLocation,
  MissingHelper,
  type HelperOptions,
  LimitExceeded,
  TemplateEngine,
  TemplateEnvironment,
  TemplateFault,
  TemplateSyntaxError,
} from '../index.ts';

function catchError(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('Nothing was thrown.');
}

const engineWith = (limits: Partial<typeof DEFAULT_LIMITS>) =>
  new TemplateEngine(new TemplateEnvironment(), { limits: { ...DEFAULT_LIMITS, ...limits } });

describe('an engine', () => {
  test('renders with the helpers of its environment', () => {
    const environment = new TemplateEnvironment({ shout: (text) => String(text).toUpperCase() });

    expect(new TemplateEngine(environment).render('Hello {{shout name}}!', { name: 'Ada' })).toBe(
      'Hello ADA!',
    );
  });

  test('passes its own scope and meter to helpers, although engines share compiled templates', () => {
    const environment = new TemplateEnvironment({
      where: ({ run }: HelperOptions) => `${String(run.scope)} ${run.meter.limits.steps}`,
    });
    const engines = ['de', 'fr'].map(
      (scope, i) =>
        new TemplateEngine(environment, { scope, limits: { ...DEFAULT_LIMITS, steps: 100 * (i + 1) } }),
    );

    expect(engines.map((engine) => engine.render('{{where}}', {}))).toEqual(['de 100', 'fr 200']);
    expect(engines.map((engine) => engine.render('{{#*inline "p"}}{{where}}{{/inline}}{{> p}}', {}))).toEqual(
      ['de 100', 'fr 200'],
    );
  });

  test('keeps no data of one rendering for the next', () => {
    const environment = new TemplateEnvironment();
    const source =
      '{{#if secret}}{{#*inline "p"}}{{secret}}{{/inline}}{{/if}}{{#> p}}nothing{{/p}}{{secret}}';

    expect(new TemplateEngine(environment).render(source, { secret: 'x' })).toBe('nothingx');
    expect(new TemplateEngine(environment).render(source, {})).toBe('nothing');
  });

  test('works inside a helper of another engine', () => {
    const environment: TemplateEnvironment = new TemplateEnvironment({
      inner: () => new TemplateEngine(environment, { scope: 'inner' }).render('[{{scope}}]', {}),
      scope: ({ run }: HelperOptions) => String(run.scope),
    });

    expect(
      new TemplateEngine(environment, { scope: 'outer' }).render('{{scope}}{{inner}}{{scope}}', {}),
    ).toBe('outer[inner]outer');
  });

  test('checks a template without data, and returns its syntax tree', () => {
    const tree = new TemplateEngine(new TemplateEnvironment()).check('a{{b}}');

    expect(tree.body.map(({ type }) => type)).toEqual(['ContentStatement', 'MustacheStatement']);
  });
});

describe('limits', () => {
  test('count all templates of an engine together', () => {
    const engine = engineWith({ outputChars: 10 });

    expect(engine.render('{{a}}', { a: '123456' })).toBe('123456');
    expect(catchError(() => engine.render('{{a}}', { a: '123456' }))).toBeInstanceOf(LimitExceeded);
  });

  test.each([
    ['steps', 10, '{{#each list}}{{/each}}', { list: Array(20).fill(0) }],
    ['outputChars', 10, '{{#each list}}abc{{/each}}', { list: Array(20).fill(0) }],
    ['depth', 10, '{{#*inline "p"}}{{> p}}{{/inline}}{{> p}}', {}],
    ['printDepth', 1, '{{a}}', { a: [[1]] }],
    ['sourceChars', 5, 'abcdef{{a}}', {}],
    ['tokens', 5, '{{a}}{{b}}{{c}}', {}],
    ['nesting', 1, '{{#if a}}{{#if b}}{{/if}}{{/if}}', {}],
    ['blockParams', 1, '{{#each a as |b c|}}{{/each}}', {}],
  ] as const)('%s ends a template', (kind, limit, source, data) => {
    const error = catchError(() => engineWith({ [kind]: limit }).render(source, data));

    expect(error).toMatchObject({ name: 'LimitExceeded', kind, limit });
  });

  test.each([
    ['that is compiled', '{{b}}'],
    ['from the cache', '{{a}}'],
  ])('all templates share the tokens, also with one %s', (_, second) => {
    const engine = engineWith({ tokens: 7 });
    expect(engine.render('{{a}}', { a: 'x' })).toBe('x');

    expect(catchError(() => engine.render(second, {}))).toMatchObject({ kind: 'tokens', limit: 7 });
  });
});

describe('errors', () => {
  const engine = new TemplateEngine(new TemplateEnvironment());

  test('a syntax error has a position', () => {
    const error = catchError(() => engine.render('a\n{{#if b}}', {}));

    expect(error).toBeInstanceOf(TemplateSyntaxError);
    expect(error).toMatchObject({ position: { line: 2, column: 10 }, opener: { line: 2, column: 1 } });
  });

  test('a fault has the location of the call, also if the helper throws an error of its own', () => {
    const fail = () => {
      throw new RangeError('failed');
    };
    const failing = new TemplateEngine(new TemplateEnvironment({ fail }));

    for (const [source, type] of [
      ['\n {{name 1}}', TemplateFault],
      ['\n {{missing 1}}', MissingHelper],
      ['\n {{fail}}', RangeError],
    ] as const) {
      const error = catchError(() => failing.render(source, { name: 'Ada' }));
      expect(error).toBeInstanceOf(type);
      expect(findLocation(error)?.start).toMatchObject({ line: 2, column: 1 });
    }
  });

  test('after an error the engine renders the next template', () => {
    expect(catchError(() => engine.render('{{#if a}}{{a 1}}{{/if}}', { a: 1 }))).toBeInstanceOf(
      TemplateFault,
    );
    expect(engine.render('{{a}}', { a: 1 })).toBe('1');
  });
});

describe('a raw block', () => {
  const engine = new TemplateEngine(new TemplateEnvironment());

  test.each([
    ['{{{{raw}}}}{{vue}} {{{x}}}{{{{/raw}}}}', '{{vue}} {{{x}}}'],
    ['{{{{raw}}}}<a>\n {{#if}} {{/each}}</a>{{{{/raw}}}}{{raw}}', '<a>\n {{#if}} {{/each}}</a>field'],
    ['{{{{raw}}}}a{{{{b}}}} {{c}} {{{{/b}}}}{{{{/raw}}}}', 'a{{{{b}}}} {{c}} {{{{/b}}}}'],
    ['{{{{raw}}}}{{{{raw}}}}{{c}}{{{{/raw}}}}{{{{/raw}}}}', '{{{{raw}}}}{{c}}{{{{/raw}}}}'],
    ['{{{{raw}}}}{{{{/raw}}}}|', '|'],
    ['{{#if raw}}{{{{raw}}}} <{{a}}> {{{{/raw}}}}{{/if}}', ' <{{a}}> '],
    ['{{#each list}}{{{{raw}}}}{{x}}{{{{/raw}}}}{{this}}{{/each}}', '{{x}}1{{x}}2'],
  ])('%s prints %j', (source, prints) => {
    expect(engine.render(source, { raw: 'field', list: [1, 2] })).toBe(prints);
  });

  test('calls the helper "raw" of the application, if there is one', () => {
    const own = new TemplateEnvironment({ raw: ({ fn }: HelperOptions) => `<${fn?.({})}>` });

    expect(new TemplateEngine(own).render('{{{{raw}}}}{{a}}{{{{/raw}}}}', {})).toBe('<{{a}}>');
  });
});
