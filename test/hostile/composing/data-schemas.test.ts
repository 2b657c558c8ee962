import { describe, expect, test } from 'vitest';
import { compose } from '../../../compose/compose.ts';
import { compileSchema } from '../../../compose/data-schema/compile.ts';
import { CheckStopped, DataCheck } from '../../../compose/data-schema/data-check.ts';
import { FORMATS } from '../../../compose/data-schema/formats.ts';
import { dereferenceSchema, InvalidDataSchema } from '../../../compose/data-schema/index.ts';
import { InvalidComposition } from '../../../compose/errors.ts';
import { CHECK_STEPS_PER_STEP, EDGE_LIMITS } from '../../../compose/template-limits.ts';
import { leastRatio, measureCpuNs } from '../../support/hostile/cpu.ts';
import { unlimited } from '../../support/unlimited.ts';
import { LONG, typical } from '../../support/thorough.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The `details` of the 400 that a request gets. Empty if the data matches. */
function findDetails(dataSchema: Schema, templateData: Schema): readonly string[] {
  try {
    compose({
      meter: unlimited(),
      content: '',
      template: { name: 'a', settings: {}, dataSchema },
      data: templateData,
      options: {},
      filename: null,
      maxHtmlBytes: 1_000_000,
      watermark: null,
      now: 0,
    });
    return [];
  } catch (error) {
    if (error instanceof InvalidComposition) return error.details;
    throw error;
  }
}

const MAX_STEPS = CHECK_STEPS_PER_STEP * EDGE_LIMITS.steps;

/** Checks until the data ends or the steps are used up. */
function countSteps(schema: Schema, data: unknown): number {
  const matches = compileSchema(schema);
  const check = new DataCheck(MAX_STEPS, 21);
  try {
    matches(data, check);
  } catch (error) {
    if (!(error instanceof CheckStopped)) throw error;
  }
  return check.steps;
}

const repeat = <Item>(count: number, make: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => make(at));
const named = (count: number, value: unknown) =>
  Object.fromEntries(repeat(count, (at) => [`field${at}`, value]));

/** How much more a step may take than a step of a plain check. */
const MAX_RATIO = 8;

const PLAIN: readonly [Schema, unknown] = [
  {
    items: { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'number' } } },
  },
  repeat(30_000, (b) => ({ a: `a${b}`, b })),
];

function nsPerStep(schema: Schema, data: unknown): number {
  let steps = 0;
  const ns = measureCpuNs(() => {
    steps = countSteps(schema, data);
  });
  // A check of few steps measures the clock.
  return ns / Math.max(steps, 50_000);
}

const measurePlain = (): number => nsPerStep(...PLAIN);

// Once the code is warm.
measurePlain();
const plainNs = measurePlain();

/** Compares a step of this check with a step of the plain one. */
const stepRatio = (schema: Schema, data: unknown): Promise<number> =>
  leastRatio(
    () => nsPerStep(schema, data),
    (round) => (round === 0 ? plainNs : measurePlain()),
    MAX_RATIO,
  );

describe('a format', () => {
  test('url reads 41 characters as fast as any text', async () => {
    const schema = { items: { format: 'url' } };
    const text = `http://${'a'.repeat(33)}!`;
    expect(
      findDetails({ properties: { list: schema } }, { list: [text, `http://${'a-'.repeat(20)}`] }),
    ).toEqual([]);
    const texts = repeat(50_000, () => text);
    expect(await stepRatio(schema, texts)).toBeLessThan(MAX_RATIO);
  });

  const TEXTS = [
    'a'.repeat(5_000),
    `http://${'a-'.repeat(120)}`,
    `http://${'ä.'.repeat(120)}de/${'x'.repeat(5_000)}`,
    `http://${'ä'.repeat(5_000)}!`,
    `${'a.'.repeat(5_000)}@${'a.'.repeat(5_000)}`,
    `${'a.'.repeat(31)}a@${'a.'.repeat(120)}de`,
    '1'.repeat(5_000),
    `P${'1'.repeat(5_000)}`,
    `P${'1'.repeat(20)}Y${'1'.repeat(20)}M${'1'.repeat(20)}DT${'1'.repeat(20)}H`,
    ':'.repeat(5_000),
    '1111:2222:3333:4444:5555:6666:123.123.123.123',
    '/~0'.repeat(2_000),
    '%20'.repeat(2_000),
    `//${'['.repeat(5_000)}`,
    `http://u@[1111:2222:3333:4444:5555:6666:123.123.123.123]:${'8'.repeat(3_000)}/?a#b`,
    `12:00:60.${'1'.repeat(5_000)}Z`,
    `2024-02-29T12:00:00.${'1'.repeat(20)}+01:00`,
  ];

  test.each(typical([...FORMATS.keys()], 6))(
    '%s reads every text in time proportional to its length',
    LONG,
    async (format) => {
      for (const text of TEXTS) {
        // `not` accepts what the format rejects, so that all the texts are checked.
        const schema = { items: { anyOf: [{ not: { format } }, { format }] } };
        const list = repeat(Math.ceil(500_000 / (text.length + 100)), () => text);
        expect(await stepRatio(schema, list), text.slice(0, 30)).toBeLessThan(MAX_RATIO);
      }
    },
  );

  test.each(['regex', 'uri-template', 'phone', 7])(
    '%s is refused with a list of those that exist',
    (format) => {
      expect(() => dereferenceSchema({ properties: { a: { format } } }, unlimited())).toThrow(
        new InvalidDataSchema(
          `/properties/a/format: ${JSON.stringify(format)} is not supported. The supported formats are date, time, ` +
            'date-time, duration, email, hostname, ipv4, ipv6, uri, uri-reference, url, uuid, json-pointer, ' +
            'relative-json-pointer',
        ),
      );
    },
  );
});

describe('wrong data', () => {
  const schema = { properties: { rows: { items: { type: 'object' } } } };

  test('200,000 wrong rows get 19 problems, and the entry that there are more', () => {
    const details = findDetails(schema, { rows: repeat(200_000, () => 'wrong') });
    expect(details).toHaveLength(20);
    expect(details[0]).toBe('templateData.rows[0]: must be of type object, not string');
    expect(details[19]).toBe('templateData: there are more problems; 19 are shown');
  });

  test('200,000 wrong rows in every schema of anyOf get as few', () => {
    const dataSchema = { properties: { rows: { anyOf: repeat(5, () => schema.properties.rows) } } };
    expect(findDetails(dataSchema, { rows: repeat(200_000, () => 'wrong') })).toHaveLength(20);
  });

  test('is not read after the last problem that is returned', () => {
    expect(
      countSteps(
        schema.properties.rows,
        repeat(200_000, () => 'wrong'),
      ),
    ).toBeLessThan(100);
  });

  test('50,000 rows with none of 250 values get short messages, not the values for each row', () => {
    const values = repeat(250, (at) => 'x'.repeat(10_000) + at);
    const details = findDetails(
      { properties: { rows: { items: { enum: values } } } },
      { rows: repeat(50_000, () => 'wrong') },
    );
    expect(details).toHaveLength(20);
    expect(details[0]).toContain('(250 values)');
    expect(details.join('').length).toBeLessThan(20 * 410);
  });

  test('with a field name of a megabyte gets a short message', () => {
    const long = 'x'.repeat(1_000_000);
    const details = findDetails({ additionalProperties: { required: [long] } }, { [long]: {} });
    expect(details).toHaveLength(1);
    expect(details[0]?.length).toBeLessThan(410);
  });
});

describe('a schema that multiplies its work with the data is stopped, and the step is as cheap as any', () => {
  const objects = repeat(250, (at) => ({ a: { b: at } }));
  test.each<[string, Schema, unknown]>(
    typical(
      [
        [
          '250 objects of enum × 50,000 rows',
          { items: { anyOf: [{ enum: objects }, true] } },
          repeat(50_000, () => ({ a: { b: -1 } })),
        ],
        [
          '250 arrays of enum × 50,000 rows',
          { items: { anyOf: [{ enum: repeat(250, (at) => [[at]]) }, true] } },
          repeat(50_000, () => [[-1]]),
        ],
        [
          '4,000 properties × 50,000 rows',
          { items: { properties: named(4_000, true) } },
          repeat(50_000, () => ({})),
        ],
        [
          '1,000 schemas of allOf × 100,000 items',
          { allOf: repeat(1_000, () => ({ items: { type: 'number' } })) },
          repeat(100_000, (at) => at),
        ],
        [
          '1,000 schemas of contains × 100,000 items',
          { allOf: repeat(1_000, () => ({ contains: { type: 'string' }, minContains: 0 })) },
          repeat(100_000, (at) => at),
        ],
        [
          '4,000 schemas × 300,000 fields',
          { allOf: repeat(4_000, () => ({ minProperties: 1 })) },
          named(300_000, 1),
        ],
        [
          'what 60 schemas evaluate × 100,000 fields',
          { unevaluatedProperties: true, allOf: repeat(60, () => ({ additionalProperties: true })) },
          named(100_000, 1),
        ],
        [
          '4,000 lengths × a megabyte of text',
          { allOf: repeat(4_000, () => ({ maxLength: 600_000 })) },
          '😀'.repeat(500_000),
        ],
        [
          '40 exact divisions × 100,000 numbers',
          { items: { allOf: repeat(40, () => ({ multipleOf: 5e-324 })) } },
          repeat(100_000, (at) => (at + 1) * 1.1e302),
        ],
      ],
      3,
    ),
  )('%s', LONG, async (_, schema, data) => {
    expect(countSteps(schema, data)).toBeGreaterThan(MAX_STEPS);
    expect(await stepRatio(schema, data)).toBeLessThan(MAX_RATIO);
    expect(findDetails({ properties: { rows: schema } }, { rows: data }).at(-1)).toBe(
      "templateData: takes more than 3,000,000 steps to check against the template's dataSchema",
    );
  });

  test('50,000 honest rows of ten fields are checked', () => {
    const columns = 'abcdefghij'.split('');
    const fields = (value: unknown) => Object.fromEntries(columns.map((name) => [name, value]));
    const items = {
      type: 'object',
      required: columns,
      properties: fields({ type: 'string', maxLength: 50 }),
    };
    expect(
      findDetails({ properties: { rows: { items } } }, { rows: repeat(50_000, () => fields('text')) }),
    ).toEqual([]);
  });
});

const fieldsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, {}]));

describe('a saved schema', () => {
  test('with 200,000 values behind 100 references is refused before it is copied', () => {
    const $defs = { wide: { allOf: repeat(200_000, () => true) } };
    expect(() =>
      dereferenceSchema({ $defs, allOf: repeat(100, () => ({ $ref: '#/$defs/wide' })) }, unlimited()),
    ).toThrow('has more than 32000 values after its references are resolved');
  });

  test('costs work for each value that its references repeat', () => {
    const workOf = (references: number): number => {
      const meter = unlimited();
      const $defs = { wide: { properties: fieldsOf(100) } };
      dereferenceSchema({ $defs, allOf: repeat(references, () => ({ $ref: '#/$defs/wide' })) }, meter);
      return meter.work;
    };
    // Others have their turn after 2,000,000 units: 20 such schemas are no longer one turn.
    expect(workOf(40)).toBeGreaterThan(100 * 40 * 400);
    expect(workOf(40) / workOf(10)).toBeCloseTo(4, 0);
  });

  test('that names the prototype is a schema like others', () => {
    const schema = dereferenceSchema(
      JSON.parse('{"properties": {"__proto__": {"type": "number"}}}') as Schema,
      unlimited(),
    );
    expect(findDetails(schema, JSON.parse('{"__proto__": "x"}') as Schema)).toEqual([
      'templateData.__proto__: must be of type number, not string',
    ]);
    expect(findDetails(schema, {})).toEqual([]);
  });

  test.each<[Schema, string]>([
    [{ properties: 5 }, '/properties: must be an object'],
    [{ items: 'x' }, '/items: must be a schema: an object, true or false'],
    [{ required: [1] }, '/required: must be an array of field names'],
    [{ anyOf: {} }, '/anyOf: must be an array of schemas'],
    [{ properties: { a: { minimum: '1' } } }, '/properties/a/minimum: must be a number'],
    [{ maxLength: -1 }, '/maxLength: must be a whole number from 0'],
    [{ multipleOf: 0 }, '/multipleOf: must be more than 0'],
    [{ enum: 1 }, '/enum: must be an array of values'],
  ])('%j is refused: %s', (schema, message) => {
    expect(() => dereferenceSchema(schema, unlimited())).toThrow(new InvalidDataSchema(message));
  });

  test('that an older version accepted is a 400 when it is used, not a 500', () => {
    expect(findDetails({ type: 'wat' }, { a: 1 })).toEqual([
      'templateId: the template\'s dataSchema is not valid: /type: "wat" is not a JSON type',
    ]);
  });
});
