import { type HostileTemplate, millionTimes, numbers, STEPS, thousand } from './materials.ts';

/** Helpers with too much input. */
export const HELPERS: readonly HostileTemplate[] = [
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
    ends: /round: the value must be a number such as 1234\.5; templateData\.n is "9{40}…"$/,
  },
  {
    name: 'breaks out of an attribute of a code',
    template: () => '{{#if (qrcode "\\"><script>")}}ok{{/if}}',
    ends: 'ok',
  },
];
