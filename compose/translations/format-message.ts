import { LimitExceeded, type Meter, SafeString, toText } from '@platen/handlebars';
import { BadValue } from '../helpers/bad-value.ts';
import { parseMoment } from '../helpers/dates.ts';
import { formatDate, formatNumber, pluralCategory } from '../helpers/intl.ts';
import { isBlank, rejectNumber, toNumber } from '../helpers/values.ts';
import type { DatePart, Message, NumberPart, Part, Plural, Select } from './message.ts';

export interface Formatting {
  /** The named arguments of the call. */
  readonly values: Readonly<Record<string, unknown>>;
  /** BCP 47. */
  readonly locale: string;
  /** IANA. */
  readonly timeZone: string;
  /** For the text of each value that is not HTML already. The text of the message stays. */
  readonly escape: (text: string) => string;
  readonly meter: Meter;
}

/** @throws {BadValue | TemplateFault | LimitExceeded} */
export const formatMessage = (message: Message, formatting: Formatting): string =>
  new Formatter(formatting).message(message, null);

class Formatter {
  readonly #formatting: Formatting;
  /** A message can print a value a thousand times. */
  readonly #texts = new Map<string, string>();
  #length = 0;

  constructor(formatting: Formatting) {
    this.#formatting = formatting;
  }

  /** @param count the number that `#` prints, of the plural around the message */
  message(message: Message, count: number | null): string {
    this.#formatting.meter.step(message.length);
    let text = '';
    for (const part of message) text += this.#part(part, count);
    return text;
  }

  #part(part: Part, count: number | null): string {
    if (typeof part === 'string') return this.#write(part);
    switch (part.kind) {
      case 'value':
        return this.#write(this.#text(part.name));
      case 'number':
        return this.#write(this.#number(part));
      case 'date':
        return this.#write(this.#date(part));
      case 'count':
        return this.#write(count === null ? '' : this.#format(count, {}));
      case 'plural':
        return this.#plural(part);
      default:
        return this.#select(part, count);
    }
  }

  /** The text grows by each part, so the limit holds before it is long. */
  #write(text: string): string {
    const { meter } = this.#formatting;
    this.#length += text.length;
    if (this.#length > meter.limits.helperChars)
      throw new LimitExceeded('helperChars', meter.limits.helperChars);
    return text;
  }

  #value(name: string): unknown {
    const { values } = this.#formatting;
    return Object.hasOwn(values, name) ? values[name] : undefined;
  }

  #text(name: string): string {
    const known = this.#texts.get(name);
    if (known !== undefined) return known;
    const { meter, escape } = this.#formatting;
    const value = this.#value(name);
    const text = toText(value, meter);
    meter.step(text.length >> 2);
    const escaped = value instanceof SafeString ? text : escape(text);
    this.#texts.set(name, escaped);
    return escaped;
  }

  /** Returns null if the value is blank. @throws {BadValue} */
  #numberOf(name: string): number | null {
    const value = this.#value(name);
    return isBlank(value) ? null : (toNumber(value) ?? rejectNumber({ argument: name, value }));
  }

  #format(number: number, options: Intl.NumberFormatOptions): string {
    const { locale, meter, escape } = this.#formatting;
    return escape(formatNumber(number, locale, options, meter));
  }

  #number({ name, options, scale }: NumberPart): string {
    const number = this.#numberOf(name);
    return number === null ? '' : this.#format(number * scale, options);
  }

  #date({ name, options }: DatePart): string {
    const { locale, timeZone, meter, escape } = this.#formatting;
    const value = this.#value(name);
    if (isBlank(value)) return '';
    const moment = parseMoment(value);
    if (typeof moment === 'string') throw new BadValue(moment, { argument: name, value });
    const zone = moment.wallClock ? 'UTC' : timeZone;
    return escape(formatDate(new Date(moment.epochMs), locale, { ...options, timeZone: zone }, meter));
  }

  /** Without a number, the case `other` is printed. */
  #plural({ name, type, offset, cases }: Plural): string {
    const { locale, meter } = this.#formatting;
    const number = this.#numberOf(name);
    if (number === null) return this.#case(cases.get('other'), null);
    const count = number - offset;
    const chosen = cases.get(`=${number}`) ?? cases.get(pluralCategory(count, locale, meter, type));
    return this.#case(chosen ?? cases.get('other'), count);
  }

  #select({ name, cases }: Select, count: number | null): string {
    const value = this.#value(name);
    const chosen = typeof value === 'object' ? undefined : cases.get(toText(value, this.#formatting.meter));
    return this.#case(chosen ?? cases.get('other'), count);
  }

  #case(message: Message | undefined, count: number | null): string {
    return message === undefined ? '' : this.message(message, count);
  }
}
