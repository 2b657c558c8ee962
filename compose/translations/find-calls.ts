import type { Argument, Call, Position, Program, Statement } from '@platen/handlebars';
import type { TemplateDocument } from '../errors.ts';

/** A call of `{{t "key"}}` whose key is a constant. */
export interface TranslationCall {
  readonly key: string;
  /** The names of the values that the call gives. */
  readonly names: readonly string[];
  readonly position: Position;
}

/** A call, with the document that has it. */
export interface PlacedCall extends TranslationCall {
  readonly document: TemplateDocument;
}

const HELPERS = new Set(['t', 'tHtml']);

/** Finds the calls with a constant key. Other keys come from the data of a print. */
export function findTranslationCalls(tree: Program): TranslationCall[] {
  const found: TranslationCall[] = [];
  const visit = ({ body, blockParams = [] }: Program, hidden: readonly string[]): void => {
    const scope = [...blockParams, ...hidden].filter((name) => HELPERS.has(name));
    for (const statement of body) visitStatement(statement, scope);
  };
  const visitStatement = (node: Statement, scope: readonly string[]): void => {
    if (node.type === 'ContentStatement' || node.type === 'CommentStatement') return;
    if ('name' in node) visitArguments(node, [node.name], scope);
    else visitCall(node, scope);
    if ('program' in node && node.program) visit(node.program, scope);
    if ('inverse' in node && node.inverse) visit(node.inverse, scope);
  };
  const visitCall = (node: Call, scope: readonly string[]): void => {
    const call = readCall(node, scope);
    if (call !== null) found.push(call);
    visitArguments(node, [], scope);
  };
  const visitArguments = (
    { params, hash }: Pick<Call, 'params' | 'hash'>,
    others: readonly Argument[],
    scope: readonly string[],
  ): void => {
    for (const argument of [...others, ...params, ...(hash?.pairs ?? []).map(({ value }) => value)])
      if (argument.type === 'SubExpression') visitCall(argument, scope);
  };
  visit(tree, []);
  return found;
}

function readCall({ path, params, hash, loc }: Call, scope: readonly string[]): TranslationCall | null {
  const [key] = params;
  if (path.type !== 'PathExpression' || path.data || path.depth > 0) return null;
  if (!HELPERS.has(path.original) || scope.includes(path.original) || key === undefined) return null;
  if (key.type !== 'StringLiteral' && key.type !== 'NumberLiteral') return null;
  return {
    key: String(key.value),
    names: (hash?.pairs ?? []).map((pair) => pair.key),
    position: { line: loc.start.line, column: loc.start.column + 1 },
  };
}
