/**
 * Templates and data from people who wish the service ill, and what each must end in. Data is made when it is
 * needed: some of it is megabytes.
 */
export interface HostileTemplate {
  readonly name: string;
  readonly template: () => string;
  readonly data?: () => unknown;
  /** The output, or a pattern of the error's message. */
  readonly ends: string | RegExp;
}

const STEPS = /takes more than 1,000,000 steps/;
const OUTPUT = /produces more than 10,000,000 characters/;
const DEPTH = /calls blocks and partials more than 120 deep/;
const NESTING = /nests blocks and subexpressions more than 100 deep/;
const TOKENS = /has more than 100,000 tokens/;
const PRINT_DEPTH = /prints arrays or objects nested more than 100 deep/;

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
const thousand = () => ({ b: numbers(1000) });
const millionTimes = (body: string) => `{{#each b}}{{#each @root.b}}${body}{{/each}}{{/each}}`;
const keyed = (count: number) => Object.fromEntries(numbers(count).map((i) => [`k${i}`, i]));
const inlines = (count: number, body: (i: number) => string) =>
  numbers(count)
    .map((i) => `{{#*inline "p${i}"}}${body(i)}{{/inline}}`)
    .join('');

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = wrap(null);
  for (let i = 1; i < levels; i++) value = wrap(value);
  return value;
}
const nestedArrays = (levels: number) => nested(levels, (inner) => (inner === null ? [] : [inner]));
const nestedObjects = (levels: number) => nested(levels, (inner) => ({ a: inner }));

/** Ways to code execution or to the prototype, from the advisories of Handlebars. */
const ESCAPES: readonly HostileTemplate[] = [
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
    ends: /Missing helper: "constructor.constructor"/,
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
    ends: /Missing helper: "helperMissing"/,
  },
  {
    name: 'calls blockHelperMissing with a block',
    template: () => '{{#blockHelperMissing this}}x{{/blockHelperMissing}}',
    ends: /Missing helper: "blockHelperMissing"/,
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

/** Programs that would never end, or not today. */
const LOOPS: readonly HostileTemplate[] = [
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
];

/** Sources that are hard on the parser. */
const SOURCES: readonly HostileTemplate[] = [
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
  { name: 'opens a comment of a megabyte', template: () => `{{!-- ${'x'.repeat(1e6)}`, ends: /never closed/ },
  { name: 'writes a path of 100,000 segments', template: () => `{{${'a.'.repeat(100_000)}a}}`, ends: TOKENS },
  {
    name: 'climbs 40,000 parents',
    template: () => `{{${'../'.repeat(40_000)}a}}`,
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
    name: 'is two megabytes of line ends',
    template: () => `${'\n'.repeat(1_900_000)}{{a`,
    ends: /line 1900001, column 3: the tag is never closed/,
  },
  {
    name: 'has a name of a megabyte',
    template: () => `{{${'a'.repeat(1e6)} 1}}`,
    ends: /Missing helper: "a{200,}…/,
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

/** Data that is hard on whoever reads it. */
const DATA: readonly HostileTemplate[] = [
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
    ends: '[object Object]',
  },
  {
    name: 'lies about its length',
    template: () => '{{#each o}}{{@key}}{{/each}}{{#if o}}1{{/if}}{{first o}}{{length o}}',
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
    ends: 'bye',
  },
  {
    name: 'has 200,000 fields',
    template: () => '{{length o}}',
    data: () => ({ o: keyed(200_000) }),
    ends: '200000',
  },
];

/** Helpers of ours, given more than they should take. */
const HELPERS: readonly HostileTemplate[] = [
  {
    name: 'changes the case of a long text in a loop',
    template: () => millionTimes('{{#if (upper @root.s)}}{{/if}}'),
    data: () => ({ ...thousand(), s: 'x'.repeat(500_000) }),
    ends: STEPS,
  },
  {
    name: 'truncates a long text in a loop',
    template: () => millionTimes('{{#if (truncate @root.s 400000)}}{{/if}}'),
    data: () => ({ ...thousand(), s: 'x'.repeat(500_000) }),
    ends: STEPS,
  },
  {
    name: 'doubles JSON a hundred times',
    template: () => `{{#if ${'(json '.repeat(90)}s${')'.repeat(90)}}}{{/if}}`,
    data: () => ({ s: '"\\'.repeat(100) }),
    ends: /helper return more than|takes more than/,
  },
  {
    name: 'writes JSON in a loop',
    template: () => millionTimes('{{#if (json @root.b)}}{{/if}}'),
    data: thousand,
    ends: STEPS,
  },
  {
    name: 'sums a wide array in a loop',
    template: () => millionTimes('{{#if (sum @root.wide "a.b.c")}}{{/if}}'),
    data: () => ({ ...thousand(), wide: numbers(100_000) }),
    ends: STEPS,
  },
  {
    name: 'asks for a range without end',
    template: () => '{{#each (range 1 1000000000000)}}x{{/each}}',
    ends: /at most 10,000 numbers/,
  },
  {
    name: 'asks for a range of infinities',
    template: () => '{{#each (range a b)}}x{{/each}}',
    data: () => ({ a: '1', b: '1e308' }),
    ends: /at most 10,000 numbers/,
  },
  {
    name: 'ranges in a loop',
    template: () => millionTimes('{{#if (range 1 10000)}}{{/if}}'),
    data: thousand,
    ends: STEPS,
  },
  {
    name: 'draws QR codes without end',
    template: () => '{{#each b}}{{qrcode @root.s ecc="L"}}{{/each}}',
    data: () => ({ ...thousand(), s: 'x'.repeat(2900) }),
    ends: STEPS,
  },
  {
    name: 'draws barcodes without end',
    template: () => millionTimes('{{barcode "1234567890123456789012345678901234567890"}}'),
    data: thousand,
    ends: /takes more than|produces more than/,
  },
  {
    name: 'puts a megabyte in a QR code',
    template: () => '{{qrcode s}}',
    data: () => ({ s: 'x'.repeat(1e6) }),
    ends: /a QR code holds at most 2953 characters/,
  },
  {
    name: 'names ten thousand locales',
    template: () => '{{#each b}}{{formatNumber 1 locale=(join (range 1 this) "")}}{{/each}}',
    data: thousand,
    ends: /unknown locale/,
  },
  {
    name: 'names a locale of a megabyte',
    template: () => '{{formatNumber 1 locale=s}}',
    data: () => ({ s: 'de-'.repeat(300_000) }),
    ends: /unknown locale/,
  },
  {
    name: 'names a pattern of a megabyte',
    template: () => '{{formatDate 1 pattern=s}}',
    data: () => ({ s: 'yyyy '.repeat(200_000) }),
    ends: /pattern must have at most 100 characters/,
  },
  {
    name: 'prints a number of a thousand digits',
    template: () => '{{round n 20}}{{formatNumber n digits=20}}',
    data: () => ({ n: '9'.repeat(1000) }),
    ends: '',
  },
  {
    name: 'breaks out of an attribute of a code',
    template: () => '{{#if (qrcode "\\"><script>")}}ok{{/if}}',
    ends: 'ok',
  },
];

export const HOSTILE_TEMPLATES = [...ESCAPES, ...LOOPS, ...SOURCES, ...DATA, ...HELPERS];
