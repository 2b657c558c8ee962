import { type HostileTemplate, numbers, thousand } from './materials.ts';

/** Attacks on code execution and on the prototype, from the advisories of Handlebars. */
export const ESCAPES: readonly HostileTemplate[] = [
  {
    name: 'reaches for constructors and prototypes',
    template: () =>
      '{{__proto__.x}}|{{lookup this "__proto__"}}|{{lookup this "constructor"}}|{{toString}}|' +
      '{{#with "s" as |s|}}{{s.constructor.name}}{{s.sub.apply}}{{/with}}|{{constructor.name}}',
    data: () => ({ a: 1 }),
    ends: '|||||',
  },
  {
    name: 'calls a constructor as a helper',
    template: () => '{{constructor.constructor "return 1"}}',
    ends: /There is no helper "constructor.constructor"/,
  },
  {
    name: 'passes __proto__ as a hash key',
    template: () =>
      '{{#*inline "p"}}{{isAdmin}}-{{polluted}}{{/inline}}{{#with a}}{{> p __proto__=../evil polluted="x"}}{{/with}}',
    data: () => ({ a: { b: 1 }, evil: { isAdmin: 'INHERITED' } }),
    ends: '-x',
  },
  {
    name: 'runs the exploit of Handlebars 4.0',
    template: () =>
      '{{#with (lookup this "constructor") as |c|}}{{#with c.prototype}}{{defineProperty}}{{/with}}{{/with}}' +
      '{{#with split as |a|}}{{pop (push "alert(1)")}}{{#with (concat (lookup join (slice 0 1)))}}{{/with}}{{/with}}',
    ends: '',
  },
  {
    name: 'calls helperMissing and blockHelperMissing by name',
    template: () => '{{helperMissing}}{{__defineGetter__ "x"}}',
    ends: /There is no helper "helperMissing"/,
  },
  {
    name: 'calls blockHelperMissing with a block',
    template: () => '{{#blockHelperMissing this}}x{{/blockHelperMissing}}',
    ends: /There is no helper "blockHelperMissing"/,
  },
  { name: 'names an unknown decorator', template: () => '{{*evil}}x', ends: /Missing decorator: "evil"/ },
  {
    name: 'decorates with a name from the prototype',
    template: () => '{{* constructor}}x{{*toString}}',
    ends: /Missing decorator: "constructor"/,
  },
  { name: 'gives inline no name', template: () => '{{#*inline}}x{{/inline}}{{> undefined}}', ends: 'x' },
  {
    name: 'gives inline the name __proto__',
    template: () => '{{#*inline "__proto__"}}x{{/inline}}{{> __proto__}}',
    ends: /The partial __proto__ could not be found/,
  },
  {
    name: 'takes a partial name from data',
    template: () => '{{> (lookup . "n")}}',
    data: () => ({ n: 'constructor' }),
    ends: /The partial constructor could not be found/,
  },
  {
    name: 'takes a syntax tree from data for a partial',
    template: () => '{{> (lookup . "n")}}',
    data: () => ({
      n: {
        type: 'Program',
        body: [{ type: 'MustacheStatement', params: [], path: { type: 'NumberLiteral', original: 'x()' } }],
      },
    }),
    ends: /The partial \[object Object\] could not be found/,
  },
  {
    name: 'takes a million-element array for a partial name',
    template: () => '{{#each b}}{{#> (lookup @root "n")}}{{/undefined}}{{/each}}',
    data: () => ({ ...thousand(), n: numbers(1_000_000) }),
    ends: /./,
  },
  {
    name: 'reads a partial block as a value',
    template: () =>
      '{{#*inline "w"}}{{@partial-block.constructor}}{{@partial-block.call}}{{/inline}}{{#> w}}secret{{/w}}',
    ends: '',
  },
  {
    name: 'has own fields named like the prototype',
    template: () => '{{__proto__.a}}{{constructor}}{{hasOwnProperty}}',
    data: () => JSON.parse('{"__proto__":{"a":1},"constructor":2,"hasOwnProperty":3}') as unknown,
    ends: '123',
  },
  {
    name: 'puts markup in an array',
    template: () => '{{x}}',
    data: () => ({ x: ['<script>alert(1)</script>'] }),
    ends: '&lt;script&gt;alert(1)&lt;/script&gt;',
  },
  {
    name: 'imitates a safe string',
    template: () => '{{x}}',
    data: () => ({ x: { toHTML: '<b>' } }),
    ends: '[object Object]',
  },
  {
    name: 'logs what it was given',
    template: () => '{{log "secret" this level="error"}}{{log . level=99}}{{log "x" level="constructor"}}ok',
    data: () => ({ a: 1 }),
    ends: 'ok',
  },
];
