import type { ReactElement, ReactNode } from 'react';
import type { Arguments, Literal, Reference } from './arguments.ts';
import type { At, ItemOf, ListPath, Path } from './paths.ts';

/** The item itself. */
type Self = 'this';

export interface ValueProps<Data> {
  /** Of the data, such as `customer.name`. */
  readonly path: Path<Data> | Self;
  /** A helper of Platen that gets the value first, such as `currency`. */
  readonly helper?: string;
  /** Further arguments of the helper, such as `['EUR']`. */
  readonly args?: readonly (Literal | Reference)[];
  /** Named arguments of the helper, such as `{ locale: 'de-DE' }`. */
  readonly options?: Arguments;
}

export interface IfProps<Data> {
  readonly path: Path<Data> | Self;
  /** Compares the value. Without one, the condition is whether there is a value. */
  readonly eq?: Literal | Reference;
  readonly ne?: Literal | Reference;
  readonly lt?: Literal | Reference;
  readonly lte?: Literal | Reference;
  readonly gt?: Literal | Reference;
  readonly gte?: Literal | Reference;
  readonly children?: ReactNode;
  /** Instead, if the condition is false. */
  readonly otherwise?: ReactNode;
}

export interface EachProps<Data, Where extends ListPath<Data>> {
  readonly of: Where;
  /** A function gets the components of the item. Other children have the paths of Handlebars: `name` is that of the item. */
  readonly children?: ReactNode | ((item: ScopeOf<ItemOf<At<Data, Where>>>) => ReactNode);
  /** Instead, if the list is empty. */
  readonly otherwise?: ReactNode;
}

/** The components for data of this type. */
export interface ScopeOf<Data> {
  readonly Value: (props: ValueProps<Data>) => ReactElement;
  /** A value that is HTML, and is not escaped. */
  readonly Html: (props: ValueProps<Data>) => ReactElement;
  readonly If: (props: IfProps<Data>) => ReactElement;
  readonly Unless: (props: IfProps<Data>) => ReactElement;
  readonly Each: <Where extends ListPath<Data>>(props: EachProps<Data, Where>) => ReactElement;
  /** A value in an attribute: `<a href={value('url')}>`. */
  readonly value: (path: Path<Data> | Self, more?: Omit<ValueProps<Data>, 'path'>) => string;
  /** The value as an argument of a helper or of a partial. */
  readonly reference: (path: Path<Data> | Self) => Reference;
  /** The item itself, in a list of texts or numbers. */
  readonly self: Self;
}
