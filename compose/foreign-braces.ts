import { readPieces } from '@platen/markup';

const SWITCH = '"templating": "none" prints the document as it is, and {{{{raw}}}}…{{{{/raw}}}} a part of it';

const CODE_ELEMENTS = ['script', 'style'];

/** `\sqrt{{`, `x^{{` and `\frac{a}{{` are LaTeX. */
const FORMULA = /(?:\\[A-Za-z]{1,40}|[\^_]|[^{}]\})$/;

/** The start of a tag is searched in this many characters before the error. */
const MAX_TAG_CHARS = 200;

/** Explains how to print the braces of code or of a formula. Returns null outside of both. @param at offset of the error */
export function explainBraces(
  source: string,
  at: number,
): { readonly text: string; readonly isFormula: boolean } | null {
  const element = findCodeElement(source.slice(0, at));
  if (element !== null) return { text: `This is in a <${element}>: ${SWITCH}`, isFormula: false };
  if (!isInFormula(source, at)) return null;
  return { text: `"{{" begins a placeholder, in a formula too: ${SWITCH}`, isFormula: true };
}

function isInFormula(source: string, at: number): boolean {
  const start = Math.max(0, at - MAX_TAG_CHARS);
  const before = source.slice(start, at);
  const opened = source.startsWith('{{', at) ? before.length : before.lastIndexOf('{{');
  return opened > 0 && FORMULA.test(before.slice(0, opened));
}

/** Returns the `script` or `style` that is open at the end of the text, or null. */
function findCodeElement(text: string): string | null {
  let open = '';
  for (const { kind, name, end } of readPieces(text))
    open = kind === 'text' && end === text.length ? name : '';
  return CODE_ELEMENTS.includes(open) ? open : null;
}
