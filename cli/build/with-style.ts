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
