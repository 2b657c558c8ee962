/** An expression of Liquid or Jinja has no form in Handlebars. The message says which part. */
export class NotTurned extends Error {
  override readonly name = 'NotTurned';
}

/** @throws {NotTurned} no text of Handlebars has both kinds of quotes, or ends with a backslash */
export function quote(text: string): string {
  if (text.endsWith('\\')) throw new NotTurned('a text that ends with a backslash');
  if (!text.includes('"')) return `"${text}"`;
  if (!text.includes("'")) return `'${text}'`;
  throw new NotTurned('a text with both kinds of quotes');
}
