import { describe, expect, it } from 'vitest';
import { dataProblems, InvalidDataSchema, writeOutSchema } from '../../compose/data-schema.ts';

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
  it('that fits its schema has no problem', () => {
    const schema = writeOutSchema(INVOICE);
    expect(dataProblems(schema, { number: 'A1', lines: [{ amount: 3 }] })).toEqual([]);
  });

  it('that does not fit is told each problem by its path, through references', () => {
    const problems = dataProblems(writeOutSchema(INVOICE), { lines: [{ amount: 1 }, { amount: '2' }, {}] });
    expect(problems).toHaveLength(3);
    expect(problems.join('\n')).toContain('templateData: ');
    expect(problems.join('\n')).toContain('"number"');
    expect(problems.join('\n')).toContain('templateData.lines.1.amount: ');
    expect(problems.join('\n')).toContain('templateData.lines.2: ');
  });

  it('with a thousand problems is told the first twenty', () => {
    const lines = Array.from({ length: 1_000 }, () => ({ amount: -1 }));
    expect(dataProblems(writeOutSchema(INVOICE), { number: 'A1', lines })).toHaveLength(20);
  });
});

describe('a schema', () => {
  it.each([
    [{ properties: { a: { pattern: '(a+)+$' } } }, '/properties/a/pattern: is not supported'],
    [
      { properties: { properties: { pattern: '(a+)+$' } } },
      '/properties/properties/pattern: is not supported',
    ],
    [{ items: { uniqueItems: true } }, '/items/uniqueItems: is not supported'],
    [{ properties: { a: { type: ['string', 'wat'] } } }, '/properties/a/type: "wat" is not a JSON type'],
    [{ $ref: '#/$defs/none' }, ': $ref #/$defs/none points at nothing'],
    [{ $ref: 'https://example.com/schema' }, ': $ref https://example.com/schema leaves the schema'],
    [{ properties: { next: { $ref: '#' } } }, '#/properties/next: $ref # is recursive'],
  ])('%j is refused: %s', (schema, message) => {
    expect(() => writeOutSchema(schema)).toThrow(new InvalidDataSchema(message));
  });

  it('whose references double at each step is refused before it grows', () => {
    const $defs: Record<string, unknown> = { d0: { type: 'number' } };
    for (let step = 1; step < 40; step += 1) {
      const before = { $ref: `#/$defs/d${step - 1}` };
      $defs[`d${step}`] = { anyOf: [before, before] };
    }
    expect(() => writeOutSchema({ $ref: '#/$defs/d39', $defs })).toThrow(InvalidDataSchema);
  });

  it('nested without end is refused', () => {
    let schema: Record<string, unknown> = { type: 'number' };
    for (let level = 0; level < 5_000; level += 1) schema = { items: schema };
    expect(() => writeOutSchema(schema)).toThrow('is nested more than 64 levels');
  });

  it('may name properties like keywords', () => {
    const schema = writeOutSchema({ properties: { pattern: { type: 'string' }, $ref: { type: 'number' } } });
    expect(dataProblems(schema, { pattern: 'x', $ref: 1 })).toEqual([]);
    expect(dataProblems(schema, { pattern: 7 })).toHaveLength(1);
  });
});
