import { readPieces } from '@platen/markup';

/** What wkhtmltopdf fills in a header or footer, each with the class that is filled here. */
const CLASSES: ReadonlyMap<string, string | null> = new Map([
  ['page', 'pageNumber'],
  ['webpage', 'url'],
  ['sitepage', 'pageNumber'],
  ['topage', 'totalPages'],
  ['sitepages', 'totalPages'],
  ['frompage', null],
  ['section', 'sectionTitle'],
  ['subsection', 'sectionTitle'],
  ['doctitle', 'title'],
  ['isodate', 'date'],
  ['time', null],
]);

const OWN = /^(?:pageNumber|totalPages|title|url|date|section(?:Title|Pages?))$/;

const TEXT = /\[(page|webpage|sitepages?|topage|frompage|(?:sub)?section|doctitle|isodate)\]/i;

/** Of indented HTML. */
const MAX_SPACES = 200;

/** Explains the first placeholder of wkhtmltopdf in a header or footer, which is printed as text or as nothing. Returns null if it has none. */
export function explainForeignNumber(html: string): string | null {
  const [text, name] = TEXT.exec(html) ?? [];
  if (text !== undefined && name !== undefined) return explain(`"${text}"`, 'as text', name.toLowerCase());
  for (const piece of readPieces(html)) {
    if (piece.kind !== 'tag') continue;
    const classes = (piece.attributes.get('class') ?? '').split(/\s+/);
    const found = classes.find((each) => CLASSES.has(each.toLowerCase()));
    const isEmpty = /^\s*<\//.test(html.slice(piece.end, piece.end + MAX_SPACES));
    if (found !== undefined && isEmpty && !classes.some((each) => OWN.test(each)))
      return explain(`An empty element with the class "${found}"`, 'without a text', found.toLowerCase());
  }
  return null;
}

function explain(subject: string, how: string, name: string): string {
  const own = CLASSES.get(name) ?? null;
  const advice = own === null ? 'Write the value itself' : `Write <span class="${own}"></span>`;
  return `${subject} is printed ${how}: wkhtmltopdf fills it, and Platen does not. ${advice}.`;
}
