import { TemplateFault, toText } from '@platen/handlebars';
import { BadValue } from './bad-value.ts';
import { type Call, escapeHtml, type HelperBody, type HelperTable, html } from './helper.ts';
import { chooseLocale, findLanguage, pluralCategory } from './intl.ts';
import { listArgument, numberArgument, wholeNumber } from './values.ts';

const textArgument = ({ args, meter }: Call): string => toText(args[0], meter);

/** Measured: letters with special rules take 40 ns each, and some languages 2 µs for a call. */
const STEPS_PER_CASE = 3;

const cased =
  (change: (text: string, locale: string) => string): HelperBody =>
  (call) => {
    const { hash, scope, meter } = call;
    const language = findLanguage(chooseLocale(hash.locale, scope), meter);
    const text = textArgument(call);
    meter.step(STEPS_PER_CASE + (text.length >> 3));
    return change(text, language);
  };

function capitalize(text: string, locale: string): string {
  const [first = ''] = text;
  return first.toLocaleUpperCase(locale) + text.slice(first.length);
}

/** Counts Unicode code points, so no character is cut in half. */
const truncate: HelperBody = (call) => {
  const length = wholeNumber('the length', call.args[1], { min: 0, max: 1_000_000 });
  const suffix = typeof call.hash.suffix === 'string' ? call.hash.suffix : '…';
  const text = textArgument(call);
  if (text.length <= length) return text;
  let end = 0;
  for (let count = 0; count < length && end < text.length; count++) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end >= text.length ? text : text.slice(0, end).trimEnd() + suffix;
};

const join: HelperBody = (call) => {
  const { args, meter } = call;
  const [, separator = ', '] = args;
  if (typeof separator !== 'string') throw new TemplateFault('the separator must be text such as ", "');
  const items = listArgument(call);
  meter.step(items.length * (1 + (separator.length >> 5)));
  return items.map((item) => toText(item, meter)).join(separator);
};

const nl2br: HelperBody = (call) => {
  const text = textArgument(call);
  // Measured: a line break or a character that is escaped takes 80 ns.
  call.meter.step(text.length >> 2);
  return html(escapeHtml(text).replaceAll(/\r\n?|\n/g, '<br>'));
};

/** `{{groups iban 4}}`: white space that the text has is left out first, so a text with groups stays as it is. */
const groups: HelperBody = (call) => {
  const size = wholeNumber('the number of characters', call.args[1] ?? 4, { min: 1, max: 100 });
  const text = textArgument(call);
  // Measured: a character takes 30 ns.
  call.meter.step(text.length >> 1);
  let [grouped, count] = ['', 0];
  for (const character of text.replaceAll(/\s+/g, '')) {
    if (count > 0 && count % size === 0) grouped += ' ';
    grouped += character;
    count += 1;
  }
  return grouped;
};

/** `{{encodeUrl number}}`: a value in an address, as `encodeURIComponent` writes it. @throws {BadValue} */
const encodeUrl: HelperBody = (call) => {
  const text = textArgument(call);
  // Measured: an escaped character takes 50 ns.
  call.meter.step(text.length >> 2);
  if (!text.isWellFormed())
    throw new BadValue('the value has half of a surrogate pair', { argument: 0, value: text });
  return encodeURIComponent(text);
};

/** `{{pluralize count "item" "items" few="…"}}`: other forms are named by Unicode's plural categories. */
const pluralize: HelperBody = ({ args, hash, scope, meter }) => {
  const [, singular, plural] = args;
  const number = numberArgument({ args });
  if (number === null) return null;
  const category = pluralCategory(number, chooseLocale(hash.locale, scope), meter);
  return hash[category] ?? (category === 'one' ? singular : plural) ?? singular;
};

const concat: HelperBody = ({ args, meter }) => args.map((arg) => toText(arg, meter)).join('');

export const textHelpers: HelperTable = {
  upper: cased((text, locale) => text.toLocaleUpperCase(locale)),
  lower: cased((text, locale) => text.toLocaleLowerCase(locale)),
  capitalize: cased(capitalize),
  truncate,
  join,
  concat,
  encodeUrl,
  groups,
  nl2br,
  pluralize,
};
