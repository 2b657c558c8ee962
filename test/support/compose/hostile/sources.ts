import { type HostileTemplate, NESTING, numbers, TOKENS } from './materials.ts';

/** Sources that are expensive to parse. */
export const SOURCES: readonly HostileTemplate[] = [
  {
    name: 'nests 3,000 blocks',
    template: () => '{{#if a}}'.repeat(3000) + '{{/if}}'.repeat(3000),
    ends: NESTING,
  },
  {
    name: 'nests 3,000 inverse blocks',
    template: () => '{{^a}}'.repeat(3000) + '{{/a}}'.repeat(3000),
    ends: NESTING,
  },
  {
    name: 'nests 3,000 subexpressions',
    template: () => `{{a ${'(a '.repeat(3000)}b${')'.repeat(3000)}}}`,
    ends: NESTING,
  },
  {
    name: 'chains 3,000 else-ifs',
    template: () => `{{#if a}}${'{{else if b}}x'.repeat(3000)}{{/if}}`,
    ends: NESTING,
  },
  {
    name: 'hides closers in comments',
    template: () => '{{#if a}}{{!-- {{/if}} --}}'.repeat(300),
    ends: NESTING,
  },
  { name: 'hides closers in strings', template: () => '{{#if "{{/if}}"}}'.repeat(300), ends: NESTING },
  { name: 'nests 300 partial blocks', template: () => '{{#> p}}'.repeat(300), ends: NESTING },
  { name: 'nests 300 raw blocks', template: () => '{{{{p}}}}'.repeat(300), ends: /never closed|nests/ },
  {
    name: 'writes 3,000 different blocks',
    template: () =>
      numbers(3000)
        .map((i) => `{{#if a${i}}}${i}{{/if}}`)
        .join(''),
    ends: '',
  },
  {
    name: 'opens a string of a megabyte',
    template: () => `{{lookup a "${'x'.repeat(1e6)}`,
    ends: /a string that begins here is never closed/,
  },
  {
    name: 'writes 20,000 comments before a megabyte',
    template: () => `${'{{!----}}'.repeat(20_000)}${'x'.repeat(1e6)}`,
    ends: { chars: 1_000_000 },
  },
  { name: 'opens a comment of a megabyte', template: () => `{{!-- ${'x'.repeat(1e6)}`, ends: /never closed/ },
  { name: 'writes a path of 100,000 segments', template: () => `{{${'a.'.repeat(100_000)}a}}`, ends: TOKENS },
  {
    name: 'climbs 20,000 parents',
    template: () => `{{${'../'.repeat(20_000)}a}}`,
    data: () => ({ a: 1 }),
    ends: '',
  },
  {
    name: 'climbs past the root',
    template: () => '{{@../../../../root.a}}{{../../../../a}}',
    data: () => ({ a: 1 }),
    ends: '',
  },
  { name: 'writes 200,000 tags', template: () => '{{a}}'.repeat(200_000), ends: TOKENS },
  {
    name: 'names a thousand block parameters',
    template: () =>
      `{{#each a as |${numbers(1000)
        .map((i) => `p${i}`)
        .join(' ')}|}}{{/each}}`,
    ends: /names more than 10 block parameters/,
  },
  {
    name: 'is three megabytes long',
    template: () => `{{a}}${'x'.repeat(3e6)}`,
    ends: /longer than 2,000,000 characters/,
  },
  {
    name: 'is as long as a body may be, all of it of two bytes a character for one euro sign',
    template: () => `${'x'.repeat(9_900_000)}{{a}}\u20ac${'x'.repeat(9_900_000)}`,
    ends: /longer than 2,000,000 characters/,
  },
  {
    name: 'is two megabytes of line ends',
    template: () => `${'\n'.repeat(1_900_000)}{{a`,
    ends: /line 1900001, column 3: the tag is never closed/,
  },
  {
    name: 'has a name of a megabyte',
    template: () => `{{${'a'.repeat(1e6)} 1}}`,
    ends: /There is no helper "a{200,}…/,
  },
  {
    name: 'has a block name of a megabyte',
    template: () => `{{#${'a'.repeat(1e6)}}}`,
    ends: /{{#a{60}}} opened at line 1, column 1 is never closed/,
  },
  { name: 'has NUL in it', template: () => 'a\u0000{{b}}', ends: /line 1, column/ },
  { name: 'escapes mustaches 100,000 times', template: () => '\\{{a}}'.repeat(100_000), ends: TOKENS },
  { name: 'is braces only', template: () => '{'.repeat(100_000), ends: /line 1, column/ },
];
