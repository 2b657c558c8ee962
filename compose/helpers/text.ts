import { TemplateFault } from '../handlebars/located.ts';
import { textOf } from '../handlebars/print.ts';
import { type Call, escapeHtml, type HelperBody, type HelperTable, html } from './helper.ts';
import { localeOf, pluralRules, requireLocale } from './intl.ts';
import { listOf, numberOf, wholeNumber } from './values.ts';

const textArgument = ({ args, scope }: Call): string => textOf(args[0], scope.meter);

const cased =
  (change: (text: string, locale: string) => string): HelperBody =>
  (call) => {
    const locale = localeOf(call.hash.locale, call.scope);
    requireLocale(locale);
    return change(textArgument(call), locale);
  };

/** The first character only: `mcDonald` keeps its own capital. */
function capitalize(text: string, locale: string): string {
  const [first = ''] = text;
  return first.toLocaleUpperCase(locale) + text.slice(first.length);
}

/** Counts Unicode code points, and cuts none in two; what is cut off is told by an ellipsis. */
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

const join: HelperBody = ({ args, scope }) => {
  const [list, separator = ', '] = args;
  if (typeof separator !== 'string') throw new TemplateFault('the separator must be text such as ", "');
  const items = listOf(list);
  scope.meter.step(items.length * (1 + (separator.length >> 5)));
  return items.map((item) => textOf(item, scope.meter)).join(separator);
};

const nl2br: HelperBody = (call) => html(escapeHtml(textArgument(call)).replaceAll(/\r\n?|\n/g, '<br>'));

/**
 * `{{pluralize count "item" "items"}}`. Languages with more forms name them: `few="…" many="…"`, by the
 * categories of Unicode's plural rules.
 */
const pluralize: HelperBody = ({ args, hash, scope }) => {
  const [count, singular, plural] = args;
  const number = numberOf(count);
  if (number === null) return null;
  const category = pluralRules(localeOf(hash.locale, scope)).select(number);
  return hash[category] ?? (category === 'one' ? singular : plural) ?? singular;
};

export const textHelpers: HelperTable = {
  upper: cased((text, locale) => text.toLocaleUpperCase(locale)),
  lower: cased((text, locale) => text.toLocaleLowerCase(locale)),
  capitalize: cased(capitalize),
  truncate,
  join,
  nl2br,
  pluralize,
};
