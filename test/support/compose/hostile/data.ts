import {
  type HostileTemplate,
  keyed,
  nestedArrays,
  nestedObjects,
  OUTPUT,
  PRINT_DEPTH,
  thousand,
} from './materials.ts';

/** Data that is expensive to read. */
export const DATA: readonly HostileTemplate[] = [
  {
    name: 'prints an array 20,000 deep',
    template: () => '{{a}}',
    data: () => ({ a: nestedArrays(20_000) }),
    ends: PRINT_DEPTH,
  },
  {
    name: 'prints an array 20,000 deep unescaped',
    template: () => '{{{a}}}',
    data: () => ({ a: nestedArrays(20_000) }),
    ends: PRINT_DEPTH,
  },
  {
    name: 'writes an object 20,000 deep as JSON',
    template: () => '{{json a}}',
    data: () => ({ a: nestedObjects(20_000) }),
    ends: PRINT_DEPTH,
  },
  {
    name: 'prints an object 20,000 deep',
    template: () => '{{a}}',
    data: () => ({ a: nestedObjects(20_000) }),
    ends: '[object Object]',
  },
  {
    name: 'joins an array 20,000 deep',
    template: () => '{{join a}}',
    data: () => ({ a: nestedArrays(20_000) }),
    ends: PRINT_DEPTH,
  },
  {
    name: 'has a field toString',
    template: () => '{{x}}',
    data: () => ({ x: { toString: 'no' } }),
    ends: /a field "toString" cannot be printed/,
  },
  {
    name: 'has a field toString in an array',
    template: () => '{{x}}',
    data: () => ({ x: [{ toString: 'no' }] }),
    ends: /a field "toString" cannot be printed/,
  },
  {
    name: 'has a field valueOf',
    template: () => '{{x}}{{#if (eq x 1)}}{{/if}}{{add x 1}}',
    data: () => ({ x: { valueOf: 1 } }),
    ends: /add: the value must be a number such as 1234\.5; templateData\.x is an object$/,
  },
  {
    name: 'has a value that is no number at the end of a long list',
    template: () => '{{#each l}}{{round v.n}}{{/each}}',
    data: () => ({ l: Array.from({ length: 50_000 }, (_, i) => ({ v: { n: i === 49_999 ? 'x' : 1 } })) }),
    ends: /templateData\.l\[49999\]\.v\.n is "x"$/,
  },
  {
    name: 'has a bad value in ninety nested loops',
    template: () => `${'{{#each l}}'.repeat(90)}{{round n}}${'{{/each}}'.repeat(90)}`,
    data: () => {
      let l: object = { n: 'x' };
      for (let level = 0; level < 90; level++) l = { l: [l] };
      return { ...l, rows: Array.from({ length: 300_000 }, () => ({})) };
    },
    ends: /: round: the value must be a number such as 1234\.5; templateData(?:\.l\[0\]){30}/,
  },
  {
    name: 'lies about its length',
    template: () => '{{#each o}}{{@key}}{{/each}}{{#if o}}1{{/if}}{{length o}}',
    data: () => ({ o: { length: 1e9, 0: 'a' } }),
    ends: '0length12',
  },
  {
    name: 'has a key of a megabyte',
    template: () => '{{#each o}}{{this}}{{/each}}',
    data: () => ({ o: { ['k'.repeat(1e6)]: 1 } }),
    ends: '1',
  },
  {
    name: 'prints a key of a megabyte in a loop',
    template: () => '{{#each b}}{{#each @root.o}}{{@key}}{{/each}}{{/each}}',
    data: () => ({ ...thousand(), o: { ['k'.repeat(1e6)]: 1 } }),
    ends: OUTPUT,
  },
  {
    name: 'has the root as a string',
    template: () => '{{.}}{{length}}{{#each .}}x{{/each}}',
    data: () => 'bye',
    // Without an argument, `length` is the field, as in Handlebars.
    ends: 'bye3',
  },
  {
    name: 'has 200,000 fields',
    template: () => '{{length o}}',
    data: () => ({ o: keyed(200_000) }),
    ends: '200000',
  },
  {
    name: 'makes two bytes of each character of a long page',
    template: () => `${'x'.repeat(1_900_000)}{{s}}`,
    data: () => ({ s: `\u20ac${'y'.repeat(7_900_000)}` }),
    ends: { chars: 9_800_001 },
  },
];
