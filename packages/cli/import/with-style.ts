import { lineAt, type Notes } from './notes.ts';

/** Puts the CSS of a template into its HTML: before `</head>`, or at its beginning. */
export function withStyle(html: string, css: string): string {
  if (css.trim() === '') return html;
  const style = `<style>\n${css.trim()}\n</style>\n`;
  const head = /<\/head\s*>/i.exec(html);
  if (head !== null) return `${html.slice(0, head.index)}${style}${html.slice(head.index)}`;
  // A function, because `replace` changes `$&` in a text, and CSS can have it.
  if (/<html[\s>]/i.test(html))
    return html.replace(/<html[^>]*>/i, (start) => `${start}\n<head>\n${style}</head>`);
  return `<!doctype html>\n<html>\n<head>\n${style}</head>\n<body>\n${html.trim()}\n</body>\n</html>\n`;
}

const SCSS =
  /(?:^|[\s;{(:,])(\$[\w-]+)|@(mixin|include|extend|function|return|if|else|each|for|while|use|forward)\b|(^|\s)\/\/(?!\/)/gm;

/** Nesting works in CSS too. Variables, mixins and comments of a line do not. */
export function noteScss(css: string, file: string, notes: Notes): void {
  for (const found of css.matchAll(SCSS)) {
    const [, variable, rule] = found;
    const what = variable ?? (rule === undefined ? 'a comment with //' : `@${rule}`);
    notes.add(
      file,
      lineAt(css, found.index),
      `${what} is SCSS, which browsers do not know; compile it to CSS`,
    );
  }
}
