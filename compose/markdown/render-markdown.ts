import type { Meter } from '@platen/meter';
import createParser, { type MarkdownIt } from 'markdown-it';
// @ts-expect-error The package has no types.
import footnotePlugin from 'markdown-it-footnote';
import { headingAnchors, type Headings } from './heading-anchors.ts';
import { STYLES } from './styles.ts';
import { type Contents, tableOfContents } from './table-of-contents.ts';
import { taskLists } from './task-lists.ts';
import type { MarkdownValues } from './values.ts';

/** Open quotes, lists and links. Deeper ones are text. */
const MAX_NESTING = 50;

/** Work of the meter for a character: a list or a table of one letter each takes the longest. */
const WORK_PER_CHAR = 500;

const documents = new WeakMap<object, Headings & Contents>();

const NO_DOCUMENT: Headings & Contents = { fill: (text) => text, title: null, contentsStyles: '' };

const documentOf = (environment: object): Headings & Contents => documents.get(environment) ?? NO_DOCUMENT;

const footnotes: (markdown: MarkdownIt) => void = footnotePlugin;

const parser = openParser();

function openParser(): MarkdownIt {
  // HTML is allowed: the document belongs to the client, as `htmlContent` does.
  const markdown = createParser({ html: true, linkify: true, maxNesting: MAX_NESTING });
  // `name.md` and `a@b.c` are not always addresses.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const isAllowed = markdown.validateLink.bind(markdown);
  // Otherwise of the images in themselves, drawings are refused.
  markdown.validateLink = (address) => /^data:image\/svg\+xml[;,]/i.test(address) || isAllowed(address);
  markdown.use(footnotes);
  // Its time grows with the square of their number: 200 kB of `^[a]` would take minutes.
  markdown.inline.ruler.disable('footnote_inline');
  markdown.renderer.rules.footnote_caption = (tokens, index) =>
    String(Number(tokens[index]?.meta?.id ?? 0) + 1);
  markdown.use(taskLists);
  markdown.use(headingAnchors, documentOf);
  markdown.use(tableOfContents, documentOf);
  return markdown;
}

/** Returns the HTML of a text without placeholders, for a document that has styles of its own. */
export function renderFragment(source: string, meter: Meter): string {
  meter.charge(source.length * WORK_PER_CHAR);
  return parser.render(source, {});
}

/** Returns a whole document. */
export function renderMarkdown(source: string, values: MarkdownValues, meter: Meter): string {
  const document: Headings & Contents = {
    fill: (text) => values.fill(text),
    title: null,
    contentsStyles: '',
  };
  const environment = {};
  documents.set(environment, document);
  meter.charge(source.length * WORK_PER_CHAR);
  const body = parser.render(source, environment);
  const title = parser.utils.escapeHtml(document.title ?? '');
  // A value may be the HTML of a helper.
  const filled = values.fill(title).replaceAll(/<[^<>]*>/g, '');
  return `<!doctype html><html><head><meta charset="utf-8"><title>${filled}</title><style>${STYLES}${document.contentsStyles}</style></head><body class="markdown">
${values.fill(body)}</body></html>`;
}
