import type { Meter } from '@platen/meter';
import createParser, { type MarkdownIt, type StateBlock, type Token } from 'markdown-it';
import { footnotes } from './footnotes.ts';
import { headingAnchors, type Headings } from './heading-anchors.ts';
import { type MarkdownLimits, requireFewBlocks, requireShort } from './limits.ts';
import { STYLES } from './styles.ts';
import { type Contents, tableOfContents } from './table-of-contents.ts';
import { taskLists } from './task-lists.ts';
import type { MarkdownValues } from './values.ts';
import { WordJoiner } from './parted-words.ts';

/** Open quotes, lists and links. Deeper ones are text. */
const MAX_NESTING = 50;

/** Work of the meter for a character: a list or a table of one letter each takes the longest. */
const WORK_PER_CHAR = 500;

/** A document, and what its rules find. */
interface Document extends Headings, Contents {
  readonly limits: MarkdownLimits;
  blocks: number;
}

const documents = new WeakMap<object, Document>();

function documentOf(environment: object): Document {
  const document = documents.get(environment);
  if (document === undefined) throw new Error('The environment is not that of a document.');
  return document;
}

const parser = openParser();

function openParser(): MarkdownIt {
  // HTML is allowed: the document belongs to the client, as `htmlContent` does.
  const markdown = createParser({ html: true, linkify: true, maxNesting: MAX_NESTING });
  // `name.md` and `a@b.c` are not always addresses.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
  const isAllowed = markdown.validateLink.bind(markdown);
  // Otherwise of the images in themselves, drawings are refused.
  markdown.validateLink = (address) => /^data:image\/svg\+xml[;,]/i.test(address) || isAllowed(address);
  markdown.block.State = class extends markdown.block.State {
    override push(...given: Parameters<StateBlock['push']>): Token {
      const document = documentOf(this.env);
      document.blocks += 1;
      requireFewBlocks(document.blocks, document.limits);
      return super.push(...given);
    }
  };
  markdown.use(footnotes);
  markdown.use(taskLists);
  markdown.use(headingAnchors, documentOf);
  markdown.use(tableOfContents, documentOf);
  return markdown;
}

/** Returns the HTML of a text without placeholders, for a document that has styles of its own. @throws {MarkdownTooLong} */
export const renderFragment = (source: string, meter: Meter, limits: MarkdownLimits): string =>
  render(source, (text) => text, { meter, limits }).body;

/** Returns a whole document. @throws {MarkdownTooLong} */
export function renderMarkdown(source: string, values: MarkdownValues, rendering: Rendering): string {
  const { body, title: first, contentsStyles } = render(source, (text) => values.fill(text), rendering);
  const title = parser.utils.escapeHtml(first ?? '');
  const filled = withoutTags(values.fill(title));
  return `<!doctype html><html><head><meta charset="utf-8"><title>${filled}</title><style>${STYLES}${contentsStyles}</style></head><body class="markdown">
${values.fill(body)}</body></html>`;
}

export interface Rendering {
  readonly meter: Meter;
  readonly limits: MarkdownLimits;
}

function render(
  source: string,
  fill: (text: string) => string,
  { meter, limits }: Rendering,
): Document & { readonly body: string } {
  meter.charge(source.length);
  requireShort(source, limits);
  meter.charge(source.length * WORK_PER_CHAR);
  const document: Document = { fill, title: null, contentsStyles: '', limits, blocks: 0 };
  const environment = {};
  documents.set(environment, document);
  const body = parser.render(source, environment);
  return { ...document, body };
}

/** A value may be the HTML of a helper. */
function withoutTags(html: string): string {
  const words = new WordJoiner();
  for (const part of html.split(/(<[^<>]*>)/)) {
    if (part.startsWith('<') && part.endsWith('>')) words.addTag(part);
    else words.addText(part);
  }
  return words.join();
}
