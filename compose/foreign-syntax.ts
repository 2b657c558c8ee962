import { suggestHelper } from './helpers/suggest-helper.ts';

/** `{% for row in rows %}` of Jinja, Twig, Nunjucks and Liquid. Handlebars prints it as text. */
const STATEMENT =
  /\{%[-+]?\s*(?:for|if|elif|elsif|else|endif|endfor|set|assign|capture|block|include|extends|macro|import|raw)\b[^%]{0,200}%\}/;

/** The first tag of another template language, or null. */
export function findForeignStatement(source: string): string | null {
  return source.includes('{%') ? (STATEMENT.exec(source)?.[0] ?? null) : null;
}

/** Explains how to write a tag of another language in Handlebars. @param tag without its braces */
export const explainForeignTag = (tag: string): string | null =>
  tag.includes(' as |') ? null : (explainOperator(tag) ?? explainFilter(tag) ?? explainIndex(tag));

// Each begins at the first character of a word: one that began anywhere would read a long word again for each character.
const OPERATION = /(?<![\w.])([\w.]+)(?:\s*(===?|!==?|<=?|>=?|&&|\|\|)|\s+([-+*/])\s)/;

const OPERATOR_HELPERS: Readonly<Record<string, string>> = {
  '==': 'eq',
  '===': 'eq',
  '!=': 'ne',
  '!==': 'ne',
  '<': 'lt',
  '<=': 'lte',
  '>': 'gt',
  '>=': 'gte',
  '&&': 'and',
  '||': 'or',
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
};

function explainOperator(tag: string): string | null {
  const [, operand, comparison, calculation] = OPERATION.exec(tag) ?? [];
  const operator = comparison ?? calculation ?? '';
  const helper = OPERATOR_HELPERS[operator];
  if (helper === undefined) return null;
  return `Handlebars has no operator "${operator}": write (${helper} ${operand} …)`;
}

const FILTER = /(?<![\w.])([\w.]+)\s*\|\s*(\w+)/;

function explainFilter(tag: string): string | null {
  const [, value, filter] = FILTER.exec(tag) ?? [];
  if (value === undefined || filter === undefined) return null;
  const call = `{{${suggestHelper(filter) ?? 'helper'} ${value}}}`;
  return `Filters with "|" belong to Jinja and Liquid; in Handlebars write ${call}`;
}

/** `list[0]` and `list.0`. */
const INDEX = /(?<![\w.])([A-Za-z_][\w.]*)(?:\[\s*["']?|\.(?=\d))(\w+)/;

function explainIndex(tag: string): string | null {
  const [, list, key] = INDEX.exec(tag) ?? [];
  if (list === undefined || key === undefined) return null;
  return `In Handlebars write {{${list}.${/^\d/.test(key) ? `[${key}]` : key}}}`;
}
