import type { Meter, SourceLocation } from '@platen/handlebars';
import { findNearestName } from '../nearest-name.ts';
import { cut } from '../source-text.ts';

const NUMBER = ['digits', 'locale'];
const DATE = ['locale', 'pattern', 'style', 'timeZone'];
const TEXT = ['locale'];

/** The named arguments of each helper that has some. `t` takes any: they are values of the message. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  currency: NUMBER,
  formatCurrency: NUMBER,
  formatNumber: NUMBER,
  formatPercent: NUMBER,
  round: ['digits'],
  formatDate: DATE,
  formatTime: DATE,
  formatDateTime: DATE,
  upper: TEXT,
  lower: TEXT,
  capitalize: TEXT,
  truncate: ['suffix'],
  pluralize: ['zero', 'one', 'two', 'few', 'many', 'other', 'locale'],
  qrcode: ['ecc', 'size'],
  barcode: ['height', 'module', 'text', 'type'],
};

const TAKES_ANY: ReadonlySet<string> = new Set(['t', 'tHtml']);

/** The report also needs room for other warnings. */
const MAX_LISTED = 20;

const MAX_NAME_CHARS = 40;

/** The messages about each composition. */
const unknown = new WeakMap<Meter, Set<string>>();

/** Returns a message for each named argument that a helper of the composition does not have, and ignored. */
export const listUnknownOptions = (meter: Meter): readonly string[] => [...(unknown.get(meter) ?? [])];

/** Notes the named arguments that the helper does not have. */
export function noteUnknownOptions(helper: string, { hash, meter, loc, partial }: NamedArguments): void {
  if (TAKES_ANY.has(helper)) return;
  const known = OPTIONS[helper] ?? [];
  for (const name of Object.keys(hash)) {
    if (known.includes(name)) continue;
    const found = unknown.get(meter) ?? new Set();
    unknown.set(meter, found);
    if (found.size < MAX_LISTED) found.add(describe(helper, name, known, toPlace(loc, partial)));
  }
}

interface NamedArguments {
  readonly hash: Readonly<Record<string, unknown>>;
  readonly meter: Meter;
  readonly loc: SourceLocation | undefined;
  readonly partial: string | null;
}

function toPlace(loc: SourceLocation | undefined, partial: string | null): string {
  const inPartial = partial === null ? '' : `partial:${partial}, `;
  return loc === undefined
    ? inPartial
    : `${inPartial}line ${loc.start.line}, column ${loc.start.column + 1}: `;
}

function describe(helper: string, name: string, known: readonly string[], place: string): string {
  const nearest = findNearestName(name, known);
  const has = known.length === 0 ? 'no named arguments' : known.map((one) => `${one}=`).join(', ');
  const hint = nearest === null ? `it has ${has}` : `did you mean ${nearest}=`;
  return `${place}The helper ${helper} has no ${cut(name, MAX_NAME_CHARS)}=, which has no effect: ${hint}${nearest === null ? '.' : '?'}`;
}
