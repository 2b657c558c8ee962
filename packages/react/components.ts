import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import type { Arguments, Reference } from './arguments.ts';
import type { EachProps, IfProps, ScopeOf, ValueProps } from './scope.ts';
import { type Call, type Token, toText } from './tokens.ts';

/** The place at which the paths of a scope begin. */
interface Place {
  /** The name of the item, or nothing. */
  readonly prefix: string;
  /** Paths begin at the data also inside of a loop. Otherwise they are those of Handlebars. */
  readonly isFromRoot: boolean;
}

const print = (...parts: readonly (Token | ReactNode)[]): ReactElement =>
  createElement(
    Fragment,
    null,
    ...parts.map((part) =>
      typeof part === 'object' && part !== null && 'kind' in part ? toText(part) : (part as ReactNode),
    ),
  );

const COMPARISONS = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const;

function scopeAt({ prefix, isFromRoot }: Place): ScopeOf<unknown> {
  const reference = (path: string): Reference => ({
    path: prefix === '' ? path : path === SELF ? prefix : `${prefix}.${path}`,
    isFromRoot,
  });

  const valueToken = (
    isHtml: boolean,
    { path, helper, args = [], options = {} }: ValueProps<unknown>,
  ): Token => ({
    kind: 'value',
    isHtml,
    helper: helper ?? null,
    given: [reference(path), ...args],
    hash: options,
  });

  const conditional =
    (block: 'if' | 'unless') =>
    ({ path, children, otherwise, ...compared }: IfProps<unknown>): ReactElement =>
      print(
        { kind: 'open', block, ...toCondition(reference(path), compared) },
        children,
        ...(otherwise === undefined ? [] : [{ kind: 'else' } as const, otherwise]),
        { kind: 'close', word: block },
      );

  function Each({ of, children, otherwise }: EachProps<unknown, string>): ReactElement {
    const list = reference(of);
    const item = typeof children === 'function' ? nameItem(list.path) : null;
    const inner =
      typeof children === 'function'
        ? children(scopeAt({ prefix: item ?? '', isFromRoot: false }))
        : children;
    return print(
      { kind: 'open', block: 'each', path: list, item },
      inner,
      ...(otherwise === undefined ? [] : [{ kind: 'else' } as const, otherwise]),
      { kind: 'close', word: 'each' },
    );
  }

  return {
    Value: (props) => print(valueToken(false, props)),
    Html: (props) => print(valueToken(true, props)),
    If: conditional('if'),
    Unless: conditional('unless'),
    Each: Each as ScopeOf<unknown>['Each'],
    value: (path, more = {}) => toText(valueToken(false, { ...more, path })),
    reference,
    self: SELF,
  };
}

const SELF = 'this';

/** The name of an item has the whole path, so that an inner loop hides no outer one: `orders.lines` is `orders_lines_item`. */
const nameItem = (path: string): string => `${path.replaceAll(/[^\w]+/g, '_')}_item`;

function toCondition(
  tested: Reference,
  compared: Omit<IfProps<unknown>, 'path' | 'children' | 'otherwise'>,
): Call {
  const helper = COMPARISONS.find((name) => compared[name] !== undefined) ?? null;
  const other = helper === null ? undefined : compared[helper];
  return { helper, given: other === undefined ? [tested] : [tested, other], hash: {} };
}

/** Components whose paths are checked against the type of the data. They begin at the data, also inside of a loop. */
export function templateOf<Data>(): ScopeOf<Data>;
export function templateOf(): ScopeOf<unknown> {
  return scopeAt({ prefix: '', isFromRoot: true });
}

/** Components without a type. Their paths are those of Handlebars: inside of a loop they begin at the item. */
export const { Value, Html, If, Unless, Each, value } = scopeAt({ prefix: '', isFromRoot: false });

interface PartialProps {
  readonly name: string;
  /** The values that the partial gets beside the data. */
  readonly values?: Arguments;
}

/** `{{> footer}}` */
export const Partial = ({ name, values = {} }: PartialProps): ReactElement =>
  print({ kind: 'partial', name, hash: values });

/** A partial with content: `{{#> page}}…{{/page}}` */
export const Layout = ({
  name,
  values = {},
  children,
}: PartialProps & { readonly children?: ReactNode }): ReactElement =>
  print({ kind: 'layout', name, hash: values }, children, { kind: 'close', word: name });

/** A part of the content of a layout, by its name: `{{#*inline "aside"}}…{{/inline}}` */
export const Block = ({
  name,
  children,
}: {
  readonly name: string;
  readonly children?: ReactNode;
}): ReactElement => print({ kind: 'inline', name }, children, { kind: 'close', word: 'inline' });

/** Prints the content that a layout was given. */
export const Slot = (): ReactElement => print({ kind: 'partial', name: '@partial-block', hash: {} });

const textToken = (key: string, values: Arguments): Token => ({
  kind: 'value',
  isHtml: false,
  helper: 't',
  given: [key],
  hash: values,
});

/** A text of the template's translations: `{{t "total" count=n}}` */
export const T = ({ k, values = {} }: { readonly k: string; readonly values?: Arguments }): ReactElement =>
  print(textToken(k, values));

/** The same in an attribute. */
export const t = (key: string, values: Arguments = {}): string => toText(textToken(key, values));

/** Code of Handlebars as it is. */
export const raw = (code: string): string => toText({ kind: 'raw', code });
