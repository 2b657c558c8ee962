import { parseSync, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';

export interface SlowExpression {
  readonly line: number;
  readonly expression: string;
  /** Such as `exponential` or `quadratic (Move)`. */
  readonly kinds: readonly string[];
}

/** The lines above an expression in which a comment may say how its text is bounded. */
const COMMENT_LINES = 5;

/**
 * Regular expression literals whose time grows faster than their text, as far as no comment above says how the text is bounded.
 * @param path tells TypeScript from JavaScript
 */
export function findSlowExpressions(path: string, text: string): SlowExpression[] {
  const lines = text.split('\n');
  const found: SlowExpression[] = [];
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      const { reports } = analyse({ source: pattern, flags });
      const line = text.slice(0, node.start).split('\n').length;
      const above = lines.slice(Math.max(0, line - 1 - COMMENT_LINES), line).join('\n');
      if (reports.length === 0 || above.includes('bounded')) return;
      const kinds = reports.map(({ type, exponential }) =>
        exponential ? 'exponential' : `quadratic (${type})`,
      );
      found.push({ line, expression: `/${pattern}/${flags}`, kinds: [...new Set(kinds)] });
    },
  }).visit(parseSync(path, text).program);
  return found;
}
