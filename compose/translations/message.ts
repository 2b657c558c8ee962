/** A message of ICU MessageFormat after it is parsed. */
export type Message = readonly Part[];

export type Part = string | Value | NumberPart | DatePart | Plural | Select | Count;

/** `{name}` */
export interface Value {
  readonly kind: 'value';
  readonly name: string;
}

/** `{amount, number, ::currency/EUR}` */
export interface NumberPart {
  readonly kind: 'number';
  readonly name: string;
  readonly options: Intl.NumberFormatOptions;
  /** The value is multiplied by it. */
  readonly scale: number;
}

/** `{due, date, long}` and `{due, time, short}` */
export interface DatePart {
  readonly kind: 'date';
  readonly name: string;
  readonly options: Intl.DateTimeFormatOptions;
}

/** `{count, plural, one {# row} other {# rows}}` and the same with `selectordinal` */
export interface Plural {
  readonly kind: 'plural';
  readonly name: string;
  readonly type: Intl.PluralRuleType;
  readonly offset: number;
  /** By `=2`, or by a category of Unicode such as `few`. */
  readonly cases: Cases;
}

/** `{gender, select, female {her} other {their}}` */
export interface Select {
  readonly kind: 'select';
  readonly name: string;
  readonly cases: Cases;
}

/** `#`: the number of the plural around it, less its offset. */
export interface Count {
  readonly kind: 'count';
}

export interface Cases extends ReadonlyMap<string, Message> {}

/** The names of the values that a message prints or chooses by. */
export function namesIn(message: Message, names = new Set<string>()): Set<string> {
  for (const part of message) {
    if (typeof part === 'string') continue;
    if ('name' in part) names.add(part.name);
    if ('cases' in part) for (const inner of part.cases.values()) namesIn(inner, names);
  }
  return names;
}

/** A message that is not valid. */
export class MessageFault extends Error {
  override readonly name = 'MessageFault';
}
