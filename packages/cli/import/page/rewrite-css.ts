const TEXT = `"([^"]*)"|'([^']*)'`;

const URL_CALL = `url\\(\\s*(?:${TEXT}|([^"')\\s]*))\\s*\\)`;

/** `@import` with its address and its media, or `url(…)`. */
const ADDRESS = new RegExp(`@import\\s+(?:${URL_CALL}|${TEXT})([^;]*);|${URL_CALL}`, 'gi');

export interface CssWork {
  /** Returns the address that replaces that of a file. Null leaves the address as it is. */
  file(address: string): Promise<string | null>;
  /** Returns the text of a style sheet that is imported. Null leaves the rule as it is. */
  sheet(address: string): Promise<string | null>;
}

/** Replaces the addresses of a style sheet. */
export async function rewriteCss(css: string, work: CssWork): Promise<string> {
  let written = '';
  let end = 0;
  for (const found of css.matchAll(ADDRESS)) {
    written += css.slice(end, found.index) + (await replace(found, work));
    end = found.index + found[0].length;
  }
  return written + css.slice(end);
}

async function replace(found: RegExpExecArray, work: CssWork): Promise<string> {
  const [whole, a, b, c, d, e, media = '', f, g, h] = found;
  const sheet = a ?? b ?? c ?? d ?? e;
  if (sheet !== undefined) {
    const text = await work.sheet(sheet);
    if (text === null) return whole;
    const query = media.trim();
    return query === '' ? text : `@media ${query} {\n${text}\n}`;
  }
  const address = f ?? g ?? h ?? '';
  const name = address === '' ? null : await work.file(address);
  return name === null ? whole : `url("${name}")`;
}
