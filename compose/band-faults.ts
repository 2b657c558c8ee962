import { readPieces } from '@platen/markup';
import type { RenderWarning } from '@platen/pdf';

/** What others fill in a header or footer, such as wkhtmltopdf, each with the class that is filled here. */
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
  // Names are written as here only: classes are case-sensitive.
  ['pagenumber', 'pageNumber'],
  ['totalpages', 'totalPages'],
  ['pagecount', 'totalPages'],
]);

const toKey = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

const OWN = /^(?:pageNumber|totalPages|title|url|date|section(?:Title|Pages?))$/;

const TEXT = /\[(page|webpage|sitepages?|topage|frompage|(?:sub)?section|doctitle|isodate)\]/i;

/** Of indented HTML. */
const MAX_SPACES = 200;

/** Matches a counter of pages, which bands do not have. A band may have one of its own with that name. */
const COUNTER = /\bcounters?\(\s*pages?\b/i;
const OWN_COUNTER = /\bcounter-(?:reset|set|increment)\s*:/i;

/** Lists what a header or footer has and does not print. */
export function listBandFaults(html: string): Pick<RenderWarning, 'code' | 'message'>[] {
  const faults: Pick<RenderWarning, 'code' | 'message'>[] = [];
  const foreign = explainForeignNumber(html);
  if (foreign !== null) faults.push({ code: 'FOREIGN_TEMPLATE', message: foreign });
  if (COUNTER.test(html) && !OWN_COUNTER.test(html))
    faults.push({
      code: 'UNSUPPORTED_CSS',
      message:
        '`counter(page)` and `counter(pages)` are 0 in a header or footer. Use elements with the classes `pageNumber` and `totalPages`.',
    });
  if (/<script\b/i.test(html))
    faults.push({
      code: 'BAND_SCRIPT',
      message:
        'The scripts of a header or footer do not run. Its classes `pageNumber`, `totalPages`, `title` and `date` are filled without one.',
    });
  return faults;
}

/** Explains the first placeholder that is printed as text or as nothing. Returns null if there is none. */
function explainForeignNumber(html: string): string | null {
  const [text, name] = TEXT.exec(html) ?? [];
  if (text !== undefined && name !== undefined) return explain(`"${text}"`, 'as text', name);
  for (const piece of readPieces(html)) {
    if (piece.kind !== 'tag') continue;
    const classes = (piece.attributes.get('class') ?? '').split(/\s+/);
    const found = classes.find((each) => CLASSES.has(toKey(each)));
    const isEmpty = /^\s*<\//.test(html.slice(piece.end, piece.end + MAX_SPACES));
    if (found !== undefined && isEmpty && !classes.some((each) => OWN.test(each)))
      return explain(`An empty element with the class "${found}"`, 'without a text', found);
  }
  return null;
}

function explain(subject: string, how: string, name: string): string {
  const own = CLASSES.get(toKey(name)) ?? null;
  const advice = own === null ? 'Write the value itself' : `Write <span class="${own}"></span>`;
  return `${subject} is printed ${how}, because Platen does not fill it. ${advice}.`;
}
