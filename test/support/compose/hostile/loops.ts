import {
  type HostileTemplate,
  DEPTH,
  inlines,
  keyed,
  millionTimes,
  nestedArrays,
  nestedObjects,
  numbers,
  OUTPUT,
  STEPS,
  thousand,
} from './materials.ts';

/** Programs that run forever, or almost. */
export const LOOPS: readonly HostileTemplate[] = [
  {
    name: 'calls a partial from itself',
    template: () => '{{#*inline "a"}}{{> a}}{{/inline}}{{> a}}',
    ends: DEPTH,
  },
  {
    name: 'calls two partials from each other, twice',
    template: () =>
      '{{#*inline "a"}}x{{> b}}{{> b}}{{/inline}}{{#*inline "b"}}{{#if go}}{{> a}}{{/if}}{{/inline}}{{> a}}',
    data: () => ({ go: 1 }),
    ends: DEPTH,
  },
  {
    name: 'calls a partial block from its partial',
    template: () => '{{#*inline "w"}}{{> @partial-block}}{{> w}}{{/inline}}{{#> w}}{{#> w}}x{{/w}}{{/w}}',
    ends: DEPTH,
  },
  {
    name: 'loops four deep with output',
    template: () => millionTimes(millionTimes('A'.repeat(100)).replace('b', '@root.b')),
    data: thousand,
    ends: OUTPUT,
  },
  {
    name: 'loops five deep without output',
    template: () => millionTimes(millionTimes('{{#each @root.b}}{{/each}}').replace('b', '@root.b')),
    data: thousand,
    ends: STEPS,
  },
  {
    name: 'doubles through forty inline partials',
    template: () =>
      `${inlines(40, (i) => (i === 0 ? 'xxxxxxxxxx' : `{{> p${i - 1}}}{{> p${i - 1}}}`))}{{> p39}}`,
    ends: STEPS,
  },
  {
    name: 'prints a long string in a loop',
    template: () => `{{#each b}}{{#with ../s as |x|}}${'{{x}}'.repeat(8)}{{/with}}{{/each}}`,
    data: () => ({ ...thousand(), s: 'y'.repeat(100_000) }),
    ends: OUTPUT,
  },
  {
    name: 'looks up in a silent loop',
    template: () => millionTimes('{{#each @root.b}}{{lookup @root.b @index}}{{/each}}'),
    data: thousand,
    ends: /takes more than|produces more than/,
  },
  {
    name: 'copies a huge context for each row',
    template: () => '{{#*inline "p"}}{{/inline}}{{#each b}}{{> p @root.huge x=1}}{{/each}}',
    data: () => ({ ...thousand(), huge: keyed(100_000) }),
    ends: STEPS,
  },
  {
    name: 'copies a long text as a context',
    template: () => '{{#*inline "p"}}{{/inline}}{{#each b}}{{> p @root.s x=1}}{{/each}}',
    data: () => ({ ...thousand(), s: 'x'.repeat(500_000) }),
    ends: STEPS,
  },
  {
    name: 'runs two thousand decorators for each row',
    template: () =>
      `{{#each b}}{{#each @root.b}}{{#if 1}}${inlines(2000, () => '')}{{/if}}{{/each}}{{/each}}`,
    data: thousand,
    ends: STEPS,
  },
  {
    name: 'indents five thousand lines two thousand times',
    template: () =>
      `{{#*inline "p"}}${'x\n'.repeat(5000)}{{/inline}}${`${' '.repeat(500)}{{> p}}\n`.repeat(2000)}`,
    ends: OUTPUT,
  },
  {
    name: 'indents millions of empty lines',
    template: () => '{{#*inline "p"}}{{#each b}}{{{@root.s}}}{{/each}}{{/inline}}\n {{> p}}\n',
    data: () => ({ ...thousand(), s: '\n'.repeat(9000) }),
    ends: STEPS,
  },
  {
    name: 'walks a deep path a million times',
    template: () => millionTimes(`{{#if @root.d.${'a.'.repeat(2000)}a}}{{/if}}`),
    data: () => ({ ...thousand(), d: nestedObjects(3000) }),
    ends: STEPS,
  },
  {
    name: 'passes ten thousand arguments a million times',
    template: () => millionTimes(`{{#if (and ${'1 '.repeat(10_000)})}}{{/if}}`),
    data: thousand,
    ends: STEPS,
  },
  {
    name: 'passes ten thousand hash pairs a million times',
    template: () =>
      millionTimes(
        `{{#if (default "" ${numbers(10_000)
          .map((i) => `k${i}=1`)
          .join(' ')})}}{{/if}}`,
      ),
    data: thousand,
    ends: STEPS,
  },
  {
    name: 'prints a deep array a million times',
    template: () => millionTimes('{{@root.deep}}'),
    data: () => ({ ...thousand(), deep: nestedArrays(90) }),
    ends: STEPS,
  },
  {
    name: 'prints a wide array of nothing a million times',
    template: () => millionTimes('{{#if (join @root.wide "")}}{{/if}}{{@root.none}}'),
    data: () => ({ ...thousand(), wide: numbers(100_000).map(() => ''), none: [] }),
    ends: STEPS,
  },
  {
    name: 'names a field by a wide array, a million times',
    template: () => millionTimes('{{lookup @root @root.wide}}'),
    data: () => ({ ...thousand(), wide: numbers(100_000) }),
    ends: STEPS,
  },
  {
    name: 'iterates a huge object in a loop',
    template: () => '{{#each b}}{{#each @root.huge}}{{/each}}{{/each}}',
    data: () => ({ ...thousand(), huge: keyed(100_000) }),
    ends: STEPS,
  },
  {
    name: 'copies all partials at each partial block',
    template: () =>
      `${inlines(3000, () => '')}{{#each b}}{{#each @root.b}}{{#> p1}}{{#*inline "q"}}{{/inline}}{{/p1}}{{/each}}{{/each}}`,
    data: thousand,
    ends: STEPS,
  },
  {
    name: 'prints almost as much as it may, two bytes a character',
    template: () => '{{#each b}}{{#each @root.c}}{{@root.s}}{{/each}}{{/each}}',
    data: () => ({ ...thousand(), c: numbers(300), s: '\u20ac'.repeat(33) }),
    ends: { chars: 9_900_000 },
  },
  {
    name: 'prints twice as much as it may, two bytes a character',
    template: () => '{{#each b}}{{#each @root.c}}{{@root.s}}{{/each}}{{/each}}',
    data: () => ({ ...thousand(), c: numbers(300), s: '\u20ac'.repeat(66) }),
    ends: OUTPUT,
  },
];
