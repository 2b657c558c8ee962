import type { HelperDoc } from './helper-docs.ts';
import { findMustaches, type Mustache, type MustacheToken } from './mustaches.ts';
import { isJsonObject } from '../../schema/json-object.ts';
import { type Scope, scopeAt, valueAt } from './scope.ts';

/** Completions at a position in a template. `template-completion.ts` shows them in CodeMirror. */

export interface Suggestion {
  readonly label: string;
  readonly kind: 'helper' | 'block' | 'field' | 'variable' | 'argument' | 'close' | 'partial';
  readonly detail: string;
  readonly doc: HelperDoc | null;
}

export interface Suggestions {
  readonly from: number;
  readonly options: readonly Suggestion[];
}

export interface CompletionSource {
  readonly helpers: readonly HelperDoc[];
  readonly data: unknown;
  /** The names of the partials of the workspace. */
  readonly partials: readonly string[];
}

/** `{{> name` and `{{#> name`. */
const PARTIAL_BEFORE = /\{\{~?#?>\s*([\w-]*)$/;

export const isAfterPartialSign = (text: string): boolean => PARTIAL_BEFORE.test(text);

const WORD_BEFORE = /[@\w$./[\]-]*$/;

/** @returns null outside of mustaches, in comments and in strings */
export function suggestionsAt(
  source: string,
  position: number,
  knowledge: CompletionSource,
): Suggestions | null {
  const [, partial] = PARTIAL_BEFORE.exec(source.slice(0, position)) ?? [];
  if (partial !== undefined)
    return { from: position - partial.length, options: knowledge.partials.map(partialSuggestion) };
  const mustache = findMustaches(source.slice(0, position)).at(-1);
  if (!mustache || mustache.kind === 'comment' || mustache.closed) return null;
  const word = WORD_BEFORE.exec(source.slice(findBodyStart(mustache), position))?.[0] ?? '';
  const wordFrom = position - word.length;
  const before = mustache.tokens.filter(({ to }) => to <= wordFrom);
  if (isInString(mustache, position)) return null;
  const scope = scopeAt(source, mustache.from, knowledge.data);
  const lastSeparator = Math.max(word.lastIndexOf('.'), word.lastIndexOf('/'));
  if (lastSeparator >= 0) {
    return {
      from: wordFrom + lastSeparator + 1,
      options: suggestNestedFields(scope, word.slice(0, lastSeparator + 1)),
    };
  }
  return { from: wordFrom, options: optionsFor(mustache, before, scope, knowledge.helpers) };
}

function findBodyStart({ from, tokens: [brace, sigil] }: Mustache): number {
  const last = sigil?.type === 'keyword' && sigil.from === brace?.to ? sigil : brace;
  return last?.to ?? from;
}

const isInString = ({ tokens }: Mustache, position: number): boolean =>
  tokens.some(({ type, from, to, text }) => {
    if (type !== 'string' || position <= from || position > to) return false;
    return position < to || text.length === 1 || text.at(-1) !== text[0];
  });

function optionsFor(
  { kind, tokens }: Mustache,
  before: readonly MustacheToken[],
  scope: Scope,
  helpers: readonly HelperDoc[],
): readonly Suggestion[] {
  const last = before.at(-1);
  const names = before.filter(({ text, type }) => type !== 'brace' || text === '(');
  const isFirst = names.every(({ type }) => type === 'keyword');
  if (kind === 'close') return closing(scope, '');
  if (last?.text === '(') return helpers.filter(isCallable).map(helperSuggestion);
  if ((kind === 'open' || kind === 'inverse') && isFirst) {
    return [...helpers.filter(({ block }) => block).map(blockSuggestion), ...suggestLists(scope)];
  }
  if (kind === 'else' && isFirst) return helpers.filter(({ name }) => name === 'if').map(helperSuggestion);
  if (kind === 'value' && isFirst) {
    return [
      ...closing(scope, '/'),
      ...suggestFields(scope),
      ...helpers.filter(isCallable).map(helperSuggestion),
    ];
  }
  if (kind === 'partial') return [];
  return [...suggestFields(scope), ...suggestArguments(findEnclosingHelper(tokens, last), before, helpers)];
}

const partialSuggestion = (label: string): Suggestion => ({
  label,
  kind: 'partial',
  detail: 'partial',
  doc: null,
});

const isCallable = ({ name, block }: HelperDoc): boolean => !block || !LANGUAGE_BLOCKS.has(name);
const LANGUAGE_BLOCKS = new Set(['if', 'unless', 'each', 'with']);

const helperSuggestion = (doc: HelperDoc): Suggestion => ({
  label: doc.name,
  kind: 'helper',
  detail: doc.example,
  doc,
});

const blockSuggestion = (doc: HelperDoc): Suggestion => ({ ...helperSuggestion(doc), kind: 'block' });

const closing = ({ openBlock }: Scope, slash: string): Suggestion[] =>
  openBlock === null
    ? []
    : [{ label: `${slash}${openBlock}`, kind: 'close', detail: `ends {{#${openBlock}}}`, doc: null }];

/** The helper after the innermost open parenthesis. */
function findEnclosingHelper(
  tokens: readonly MustacheToken[],
  last: MustacheToken | undefined,
): string | null {
  const until = last === undefined ? 0 : tokens.indexOf(last) + 1;
  const open: (string | null)[] = [];
  for (const [index, token] of tokens.slice(0, until).entries()) {
    if (token.text === '(') open.push(tokens[index + 1]?.text ?? null);
    else if (token.text === ')') open.pop();
  }
  return open.at(-1) ?? tokens.find(({ type }) => type === 'helper' || type === 'path')?.text ?? null;
}

function suggestArguments(
  helper: string | null,
  before: readonly MustacheToken[],
  helpers: readonly HelperDoc[],
): Suggestion[] {
  const given = new Set(before.filter(({ type }) => type === 'key').map(({ text }) => text));
  const keys = helpers.find(({ name }) => name === helper)?.keys ?? [];
  return keys
    .filter((key) => !given.has(key))
    .map((key) => ({ label: `${key}=`, kind: 'argument', detail: 'named argument', doc: null }));
}

function suggestFields(scope: Scope): Suggestion[] {
  const [context] = scope.contexts;
  const named = [...scope.named].map(([name, value]) => fieldSuggestion(name, value));
  const around: Suggestion[] =
    scope.contexts.length > 1
      ? [
          { label: 'this', kind: 'variable', detail: sample(context), doc: null },
          { label: '../', kind: 'variable', detail: sample(scope.contexts[1]), doc: null },
        ]
      : [];
  const variables = scope.dataVariables.map((label): Suggestion => ({
    label,
    kind: 'variable',
    detail: VARIABLES[label] ?? '',
    doc: null,
  }));
  return [...named, ...fields(context), ...around, ...variables];
}

const VARIABLES: Readonly<Record<string, string>> = {
  '@root': 'all data',
  '@index': 'index, starts at 0',
  '@key': 'name of the field',
  '@first': 'true for the first',
  '@last': 'true for the last',
};

function suggestNestedFields(scope: Scope, path: string): Suggestion[] {
  const base = path.endsWith('../') ? path : path.slice(0, -1);
  const value = valueAt(scope, base);
  const up: Suggestion[] =
    /^(?:\.\.\/)+$/.test(path) && path.length / 3 < scope.contexts.length - 1
      ? [{ label: '../', kind: 'variable', detail: 'parent context', doc: null }]
      : [];
  return Array.isArray(value)
    ? [fieldSuggestion('length', value.length), ...indexes(value)]
    : [...fields(value), ...up];
}

const indexes = (list: readonly unknown[]): Suggestion[] =>
  list.slice(0, 1).map((value) => fieldSuggestion('0', value));

/** Lists and objects, which can be used as blocks: `{{#items}}`. */
const suggestLists = (scope: Scope): Suggestion[] =>
  suggestFields(scope).filter(({ detail }) => detail.startsWith('[') || detail.startsWith('{'));

const fields = (value: unknown): Suggestion[] =>
  isJsonObject(value) ? Object.entries(value).map(([name, field]) => fieldSuggestion(name, field)) : [];

const fieldSuggestion = (name: string, value: unknown): Suggestion => ({
  // Names with spaces or dots need brackets.
  label: /^[\w$-]+$/.test(name) ? name : `[${name}]`,
  kind: 'field',
  detail: sample(value),
  doc: null,
});

const SAMPLE_CHARS = 32;

function sample(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (isJsonObject(value)) return `{${Object.keys(value).slice(0, 3).join(', ')}}`;
  const text = JSON.stringify(value) ?? '';
  return text.length > SAMPLE_CHARS ? `${text.slice(0, SAMPLE_CHARS)}…` : text;
}
