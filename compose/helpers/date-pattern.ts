import { type Meter, TemplateFault } from '@platen/handlebars';
import { formatDateParts } from './intl.ts';

const MAX_PATTERN_CHARS = 100;

const PIECES = /([A-Za-z])\1*|'[^']*'|[^A-Za-z']+/g;

interface Field {
  readonly options: Intl.DateTimeFormatOptions;
  readonly part: Intl.DateTimeFormatPartTypes;
  /** `Intl` does not pad some fields when they are formatted alone. */
  readonly digits?: number;
}

/** Source: Unicode's date patterns (UTS 35). */
const FIELDS: Readonly<Record<string, Field>> = {
  yyyy: { options: { year: 'numeric' }, part: 'year', digits: 4 },
  yy: { options: { year: '2-digit' }, part: 'year', digits: 2 },
  MMMM: { options: { month: 'long', day: 'numeric' }, part: 'month' },
  MMM: { options: { month: 'short', day: 'numeric' }, part: 'month' },
  MM: { options: { month: '2-digit' }, part: 'month', digits: 2 },
  M: { options: { month: 'numeric' }, part: 'month' },
  dd: { options: { day: '2-digit' }, part: 'day', digits: 2 },
  d: { options: { day: 'numeric' }, part: 'day' },
  EEEE: { options: { weekday: 'long' }, part: 'weekday' },
  EEE: { options: { weekday: 'short' }, part: 'weekday' },
  HH: { options: { hour: '2-digit', hourCycle: 'h23' }, part: 'hour', digits: 2 },
  H: { options: { hour: 'numeric', hourCycle: 'h23' }, part: 'hour' },
  hh: { options: { hour: '2-digit', hourCycle: 'h12' }, part: 'hour', digits: 2 },
  h: { options: { hour: 'numeric', hourCycle: 'h12' }, part: 'hour' },
  mm: { options: { minute: '2-digit' }, part: 'minute', digits: 2 },
  ss: { options: { second: '2-digit' }, part: 'second', digits: 2 },
  a: { options: { hour: 'numeric', hourCycle: 'h12' }, part: 'dayPeriod' },
};

interface Place {
  readonly locale: string;
  readonly timeZone: string;
  readonly meter: Meter;
}

/** Copies text in single quotes. @throws {TemplateFault} an unknown letter outside quotes */
export function formatPattern(date: Date, pattern: string, place: Place): string {
  if (pattern.length > MAX_PATTERN_CHARS) {
    throw new TemplateFault(`pattern must have at most ${MAX_PATTERN_CHARS} characters`);
  }
  const pieces = pattern.match(PIECES) ?? [];
  return pieces.map((piece) => formatPiece(piece, date, place)).join('');
}

function formatPiece(piece: string, date: Date, { locale, timeZone, meter }: Place): string {
  if (piece.startsWith("'")) return piece === "''" ? "'" : piece.slice(1, -1);
  if (!/^[A-Za-z]/.test(piece)) return piece;
  const field = Object.hasOwn(FIELDS, piece) ? FIELDS[piece] : undefined;
  if (field === undefined) {
    throw new TemplateFault(
      `unknown field "${piece}" in the pattern; the known fields are ${Object.keys(FIELDS).join(', ')}`,
    );
  }
  const parts = formatDateParts(date, locale, { ...field.options, timeZone }, meter);
  const text = parts.find(({ type }) => type === field.part)?.value ?? '';
  return field.digits === undefined ? text : text.padStart(field.digits, '0');
}
