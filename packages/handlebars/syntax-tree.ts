import type { SourceLocation } from './official-runtime.ts';

// The official parser's syntax tree. Unused fields are left out.

/** Distributes over a union of types, so that a test of `type` narrows the node. */
type Node<Type extends string> = Type extends string
  ? { readonly type: Type; readonly loc: SourceLocation }
  : never;

export interface Program extends Node<'Program'> {
  readonly body: readonly Statement[];
  readonly blockParams?: readonly string[];
}

export interface PathExpression extends Node<'PathExpression'> {
  readonly original: string;
  readonly parts: readonly string[];
  /** Number of `../`. */
  readonly depth: number;
  /** `@name`. */
  readonly data: boolean;
}

export type Literal =
  | (Node<'StringLiteral' | 'NumberLiteral' | 'BooleanLiteral'> & {
      readonly value: string | number | boolean;
      readonly original: string | number | boolean;
    })
  | (Node<'UndefinedLiteral' | 'NullLiteral'> & { readonly original: null | undefined });

interface Called {
  readonly path: PathExpression | Literal | SubExpression;
  readonly params: readonly Argument[];
  readonly hash?: { readonly pairs: readonly { readonly key: string; readonly value: Argument }[] };
}

export type SubExpression = Node<'SubExpression'> & Called;

export type Argument = SubExpression | PathExpression | Literal;

interface Blocks {
  readonly program?: Program;
  readonly inverse?: Program;
}

export type Call =
  | (Node<'MustacheStatement' | 'Decorator'> & Called)
  | (Node<'BlockStatement' | 'DecoratorBlock'> & Called & Blocks)
  | SubExpression;

export type PartialCall = Node<'PartialStatement' | 'PartialBlockStatement'> &
  Omit<Called, 'path'> & { readonly name: Argument; readonly program?: Program };

export type Statement = Call | PartialCall | Node<'ContentStatement' | 'CommentStatement'>;
