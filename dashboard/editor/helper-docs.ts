import { CONDITIONS } from './scope.ts';

/** The helpers from docs/helpers.md. A test compares that page with the implementation. */

export interface HelperDoc {
  readonly name: string;
  /** One line of plain text. */
  readonly about: string;
  readonly example: string;
  readonly prints: string;
  readonly keys: readonly string[];
  /** It can be a block: `{{#eq a b}}…{{/eq}}`. */
  readonly block: boolean;
}

/** Table rows with four cells: helper, description, example, result. */
const ROW = /^\| `(\w+)` +\| (.*?) +\| `(\{\{.*)` +\| (.*?) +\|$/gm;

/** Localized helpers share arguments that the page describes only once. */
const LOCALIZED = /^(?:currency|format)/;

/** Reads the tables of docs/helpers.md. The first row of a helper describes it. */
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

/** The built-in helpers of Handlebars. Source: the Handlebars guide, "Built-in helpers". */
export const LANGUAGE_HELPERS: readonly HelperDoc[] = [
  language(
    'if',
    'Renders its content if the argument is true.',
    '{{#if paid}}Thank you{{else}}Please pay{{/if}}',
  ),
  language(
    'unless',
    'Renders its content if the argument is false.',
    '{{#unless paid}}Please pay{{/unless}}',
  ),
  language(
    'each',
    'Renders its content for each element of a list.',
    '{{#each items}}{{name}}{{else}}Nothing{{/each}}',
  ),
  language(
    'with',
    'Renders its content with an object as the context.',
    '{{#with customer}}{{name}}{{/with}}',
  ),
  { ...language('lookup', 'Reads a field by a dynamic name.', '{{lookup prices size}}'), block: false },
];

function language(name: string, about: string, example: string): HelperDoc {
  return { name, about, example, prints: '', keys: [], block: true };
}
