import { CONDITIONS } from './scope.ts';

/** The helpers as docs/helpers.md tells them, which a test holds against the helpers themselves. */

export interface HelperDoc {
  readonly name: string;
  /** One line, without markup. */
  readonly about: string;
  /** `{{currency price "EUR"}}` */
  readonly example: string;
  /** What the example prints with the sample data of the page. */
  readonly prints: string;
  /** The named arguments: `locale`, `digits`. */
  readonly keys: readonly string[];
  /** Whether it takes content: `{{#eq a b}}…{{/eq}}`. */
  readonly block: boolean;
}

/** Rows of four cells: helper, what it does, example, what it prints. */
const ROW = /^\| `(\w+)` +\| (.*?) +\| `(\{\{.*)` +\| (.*?) +\|$/gm;

/** Every localized helper takes these; the page says it once for all. */
const LOCALIZED = /^(?:currency|format)/;

/** The helpers of a page like docs/helpers.md; the first row of each says what it is. */
export function readHelperDocs(markdown: string): HelperDoc[] {
  const docs = new Map<string, HelperDoc>();
  for (const [, name = '', about = '', example = '', prints = ''] of markdown.matchAll(ROW)) {
    const known = docs.get(name);
    const keys = [...about.matchAll(/`(\w+)=/g)].map(([, key = '']) => key);
    docs.set(name, {
      name,
      about: known?.about ?? plain(about),
      example: known?.example ?? example,
      prints: known?.prints ?? plain(prints),
      keys: [...new Set([...(known?.keys ?? localizedKeys(name)), ...keys])],
      block: CONDITIONS.has(name),
    });
  }
  return [...docs.values()];
}

const localizedKeys = (name: string): string[] => {
  if (!LOCALIZED.test(name)) return [];
  return /Date|Time/.test(name) ? ['locale', 'timeZone'] : ['locale'];
};

const plain = (markdown: string): string => markdown.replaceAll('`', '');

/** What the language itself brings. Source: the Handlebars guide, "Built-in helpers". */
export const LANGUAGE_HELPERS: readonly HelperDoc[] = [
  language('if', 'Its content where the argument is true.', '{{#if paid}}Thank you{{else}}Please pay{{/if}}'),
  language('unless', 'Its content where the argument is false.', '{{#unless paid}}Please pay{{/unless}}'),
  language(
    'each',
    'Its content for each element of a list.',
    '{{#each items}}{{name}}{{else}}Nothing{{/each}}',
  ),
  language(
    'with',
    'Its content with the fields of an object at hand.',
    '{{#with customer}}{{name}}{{/with}}',
  ),
  { ...language('lookup', 'A field whose name is a value.', '{{lookup prices size}}'), block: false },
];

function language(name: string, about: string, example: string): HelperDoc {
  return { name, about, example, prints: '', keys: [], block: true };
}
