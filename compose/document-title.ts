/** Only the start of a document is searched for its title. */
const HEAD_CHARACTERS = 20_000;

const TITLE = /<title(?:\s[^<>]{0,500})?>([^<]{0,2000})<\/title\s*>/i;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

const ENTITY = /&(?:#(\d{1,7})|#x([\dA-Fa-f]{1,6})|([a-z]{2,4}));/gi;

/** Returns the text of the first `<title>`, or null. It uses no parser, because the text is only for a filename. */
export function findTitle(html: string): string | null {
  const head = withoutComments(html.slice(0, HEAD_CHARACTERS));
  const written = TITLE.exec(head)?.[1];
  if (written === undefined) return null;
  const title = written.replaceAll(
    ENTITY,
    (entity, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
  return title.replaceAll(/\s+/g, ' ').trim() || null;
}

/** Reads each character once. A comment that is not closed goes to the end. */
function withoutComments(html: string): string {
  let text = '';
  let at = 0;
  for (let start = html.indexOf('<!--'); start >= 0; start = html.indexOf('<!--', at)) {
    text += html.slice(at, start);
    // `<!-->` is a whole comment.
    const end = html.indexOf('-->', start + 2);
    if (end < 0) return text;
    at = end + 3;
  }
  return text + html.slice(at);
}
