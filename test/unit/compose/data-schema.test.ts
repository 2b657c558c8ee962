import { describe, expect, test } from 'vitest';
import {
  dereferenceSchema,
  findDataProblems as find,
  InvalidDataSchema,
} from '../../../compose/data-schema/index.ts';
import { unlimited } from '../../support/unlimited.ts';

const findDataProblems = (schema: Readonly<Record<string, unknown>>, data: unknown) =>
  find(schema, data, 1_000_000, unlimited());

const INVOICE = {
  type: 'object',
  required: ['number', 'lines'],
  properties: {
    number: { type: 'string', minLength: 1 },
    lines: { type: 'array', items: { $ref: '#/$defs/line' } },
  },
  $defs: {
    line: { type: 'object', required: ['amount'], properties: { amount: { $ref: '#/$defs/money' } } },
    money: { type: 'number', minimum: 0 },
  },
};

describe('data', () => {
  test('that matches its schema has no problem', () => {
    const schema = dereferenceSchema(INVOICE, unlimited());
    expect(findDataProblems(schema, { number: 'A1', lines: [{ amount: 3 }] })).toEqual([]);
  });

  test('that does not match gets one problem for each path, through references', () => {
    const problems = findDataProblems(dereferenceSchema(INVOICE, unlimited()), {
      lines: [{ amount: 1 }, { amount: '2' }, {}],
    });
    expect(problems).toHaveLength(3);
    expect(problems.join('\n')).toContain('templateData: ');
    expect(problems.join('\n')).toContain('"number"');
    expect(problems.join('\n')).toContain('templateData.lines[1].amount: ');
    expect(problems.join('\n')).toContain('templateData.lines[2]: ');
  });

  test('with a thousand problems gets the first twenty', () => {
    const lines = Array.from({ length: 1_000 }, () => ({ amount: -1 }));
    expect(findDataProblems(dereferenceSchema(INVOICE, unlimited()), { number: 'A1', lines })).toHaveLength(
      20,
    );
  });
});

describe('a schema', () => {
  test.each([
    [{ properties: { a: { pattern: '(a+)+$' } } }, '/properties/a/pattern: is not supported'],
    [
      { properties: { properties: { pattern: '(a+)+$' } } },
      '/properties/properties/pattern: is not supported',
    ],
    [{ items: { uniqueItems: true } }, '/items/uniqueItems: is not supported'],
    [{ properties: { a: { type: ['string', 'wat'] } } }, '/properties/a/type: "wat" is not a JSON type'],
    [{ $ref: '#/$defs/none' }, ': $ref #/$defs/none points to nothing'],
    [{ $ref: 'https://example.com/schema' }, ': $ref https://example.com/schema points outside the schema'],
    [{ properties: { next: { $ref: '#' } } }, '#/properties/next: $ref # is recursive'],
  ])('%j is rejected: %s', (schema, message) => {
    expect(() => dereferenceSchema(schema, unlimited())).toThrow(new InvalidDataSchema(message));
  });

  test('with references that double at each step is rejected before it grows', () => {
    const $defs: Record<string, unknown> = { d0: { type: 'number' } };
    for (let step = 1; step < 40; step += 1) {
      const before = { $ref: `#/$defs/d${step - 1}` };
      $defs[`d${step}`] = { anyOf: [before, before] };
    }
    expect(() => dereferenceSchema({ $ref: '#/$defs/d39', $defs }, unlimited())).toThrow(InvalidDataSchema);
  });

  test('that is nested too deeply is rejected', () => {
    let schema: Record<string, unknown> = { type: 'number' };
    for (let level = 0; level < 5_000; level += 1) schema = { items: schema };
    expect(() => dereferenceSchema(schema, unlimited())).toThrow('is nested more than 64 levels');
  });

  test('may name properties like keywords', () => {
    const schema = dereferenceSchema(
      {
        properties: { pattern: { type: 'string' }, $ref: { type: 'number' } },
      },
      unlimited(),
    );
    expect(findDataProblems(schema, { pattern: 'x', $ref: 1 })).toEqual([]);
    expect(findDataProblems(schema, { pattern: 7 })).toHaveLength(1);
  });
});
