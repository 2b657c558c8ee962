import { type CallExpression, type NewExpression, parseSync, type Span, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';
import { ExpressionTexts } from './built-expressions.ts';
import { findRepeatedRuns } from './find-repeated-runs.ts';

export interface SlowExpression {
  readonly line: number;
  readonly expression: string;
  /** Such as `exponential`, `quadratic (Move)`, `repeated run (.*?)` or `not known before the code runs`. */
  readonly kinds: readonly string[];
}

/** The lines above an expression in which a comment may say how its text is bounded. */
const COMMENT_LINES = 5;

/**
 * Regular expressions whose time grows faster than their text, or whose source is not known before the code runs, as far as no comment above
 * says how the text is bounded.
 * @param path of the text. Its ending says whether it is TypeScript, and imports are relative to it
 */
export function findSlowExpressions(path: string, text: string): SlowExpression[] {
  const lines = text.split('\n');
  const { program } = parseSync(path, text);
  const texts = new ExpressionTexts(path, program);
  const found: SlowExpression[] = [];
  const check = ({ start, end }: Span, source: string | null, flags: string | null): void => {
    const line = text.slice(0, start).split('\n').length;
    const above = lines.slice(Math.max(0, line - 1 - COMMENT_LINES), line).join('\n');
    if (above.includes('bounded')) return;
    const isKnown = source !== null && flags !== null;
    const kinds = isKnown ? findKinds(source, flags) : ['not known before the code runs'];
    if (kinds.length > 0)
      found.push({ line, expression: isKnown ? `/${source}/${flags}` : text.slice(start, end), kinds });
  };
  const checkBuilt = (node: NewExpression | CallExpression): void => {
    const {
      callee,
      arguments: [source, flags],
    } = node;
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp' || source === undefined) return;
    // A copy has the flags of the literal, which is checked itself.
    if (flags === undefined && texts.isExpression(source)) return;
    check(node, texts.read(source), flags === undefined ? '' : texts.read(flags));
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) check(node, node.regex.pattern, node.regex.flags);
    },
    NewExpression: checkBuilt,
    CallExpression: checkBuilt,
  }).visit(program);
  return found;
}

function findKinds(source: string, flags: string): string[] {
  const { reports } = analyse({ source, flags });
  const kinds = [
    ...reports.map(({ type, exponential }) => (exponential ? 'exponential' : `quadratic (${type})`)),
    ...findRepeatedRuns(source, flags).map((run) => `repeated run (${run})`),
  ];
  return [...new Set(kinds)];
}
