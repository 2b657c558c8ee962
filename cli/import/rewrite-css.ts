import {
  type CssAddress,
  type CssToken,
  decodeCss,
  readAfterSpace,
  readCssAddress,
  readCssTokens,
} from '@platen/markup';

export interface CssWork {
  /** Returns the address that replaces that of a file. Null leaves the address as it is. */
  file(address: string): Promise<string | null>;
  /** Returns the text of a style sheet that is imported. Null leaves the rule as it is. */
  sheet(address: string): Promise<string | null>;
}

/** Replaces the addresses of a style sheet. */
export async function rewriteCss(css: string, work: CssWork): Promise<string> {
  let [written, end] = ['', 0];
  for (const token of readCssTokens(css)) {
    if (token.start < end) continue;
    const rule = readImport(css, token);
    const found = rule ?? readCssAddress(css, token);
    if (found === null || found.text === '') continue;
    const text = rule === null ? await replaceFile(found, work) : await replaceImport(rule, work);
    written += css.slice(end, token.start) + (text ?? css.slice(token.start, found.end));
    end = found.end;
  }
  return written + css.slice(end);
}

interface ImportRule extends CssAddress {
  readonly media: string;
}

function readImport(css: string, { kind, name, end }: CssToken): ImportRule | null {
  const token = kind === 'at' && name === 'import' ? readAfterSpace(css, end) : null;
  if (token === null) return null;
  const address =
    token.kind === 'string'
      ? { text: decodeCss(token.text.slice(1, -1)), end: token.end }
      : readCssAddress(css, token);
  if (address === null) return null;
  const semicolon = css.indexOf(';', address.end);
  // The end of the text ends the rule too.
  const mediaEnd = semicolon < 0 ? css.length : semicolon;
  return { text: address.text, media: css.slice(address.end, mediaEnd).trim(), end: mediaEnd + 1 };
}

async function replaceImport({ text: address, media }: ImportRule, work: CssWork): Promise<string | null> {
  const text = await work.sheet(address);
  return text === null || media === '' ? text : `@media ${media} {\n${text}\n}`;
}

async function replaceFile({ text: address }: CssAddress, work: CssWork): Promise<string | null> {
  const name = await work.file(address);
  return name === null ? null : `url("${name}")`;
}
