import { TemplateFault, toText } from '@platen/handlebars';
import { BadValue } from './bad-value.ts';
import { escapeHtml, type HelperBody, type HelperTable, html } from './helper.ts';
import { chooseTimeZone } from './intl.ts';
import { isBlank } from './values.ts';

/** Source: contract 22.2. */
const translator =
  (isHtml: boolean): HelperBody =>
  ({ args, hash, scope, meter, loc, partial }) => {
    const [key] = args;
    if (args.length !== 1)
      throw new TemplateFault('needs one key, and values by name: {{t "rows" count=items.length}}');
    if (isBlank(key)) return null;
    if (!scope.translation) throw new TemplateFault('the template has no translations');
    if (typeof key === 'object') throw new BadValue('the key must be text', { argument: 0, value: key });
    const text = scope.translation.translate({
      key: toText(key, meter),
      locale: readLocale(hash.locale),
      timeZone: chooseTimeZone(hash.timeZone, scope),
      values: hash,
      escape: isHtml ? escapeHtml : (value) => value,
      meter,
      loc,
      partial,
    });
    return isHtml ? html(text) : text;
  };

function readLocale(given: unknown): string | null {
  if (isBlank(given)) return null;
  if (typeof given !== 'string') throw new TemplateFault('locale must be text such as "de-DE"');
  return given;
}

export const translationHelpers: HelperTable = {
  t: translator(false),
  tHtml: translator(true),
};
