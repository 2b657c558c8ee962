import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import { headingAnchors } from '../../compose/markdown/heading-anchors.ts';
import { inProject } from '../project.ts';
import type { Product } from './build-once.ts';

/** The address of the pages. The guide itself is at this address, and the other pages are below it. */
const BASE = '/docs/guide';

interface Page {
  /** `errors` for `docs/errors.md`. */
  readonly name: string;
  readonly title: string;
}

/** The pages of `docs/` that are for users of the service, as HTML that the service serves. */
export const GUIDE: Product = {
  name: 'guide',
  directory: inProject('public/docs/guide'),
  sources: ['docs', 'compose/markdown/heading-anchors.ts', 'scripts/build/build-guide.ts'].map((source) =>
    inProject(source),
  ),
  make: async (directory) => {
    const pages = listPages(await readDoc('README'));
    for (const page of pages) {
      const file = join(directory, `${page.name === 'guide' ? 'index' : page.name}.html`);
      await writeFile(file, renderPage(page, pages, await readDoc(page.name)));
    }
  },
};

const readDoc = (name: string): Promise<string> => readFile(inProject(`docs/${name}.md`), 'utf8');

/** The pages in the first table of the index. */
function listPages(index: string): Page[] {
  const [, table = ''] = /^## Use it$([^]*?)^## /m.exec(index) ?? [];
  return [...table.matchAll(/^\| \[([^\]]+)\]\(([\w-]+)\.md\)/gm)].map(([, title = '', name = '']) => ({
    name,
    title,
  }));
}

const addressOf = (name: string): string => (name === 'guide' ? BASE : `${BASE}/${name}`);

function renderPage(page: Page, pages: readonly Page[], source: string): string {
  const markdown = new MarkdownIt({ html: false });
  headingAnchors(markdown, () => ({ fill: (text) => text, title: null }));
  markdown.core.ruler.push('links_of_pages', ({ tokens }) => {
    for (const { children } of tokens) if (children) followPages(children, pages);
  });
  // Comments name the constants of limits.
  const body = frameWide(markdown.render(source.replaceAll(/<!--.*?-->/gs, '')));
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${page.title} · Platen</title>
    <link rel="icon" href="/favicon.ico">
    <link rel="stylesheet" href="/docs/style.css">
  </head>
  <body class="guide">
    <nav aria-label="Documentation">
      <a class="brand" href="/dashboard/">Platen</a>
      <a href="/docs">API reference</a>
      ${pages.map((other) => linkTo(other, page)).join('\n      ')}
    </nav>
    <main>
${body}
    </main>
  </body>
</html>
`;
}

/** Wide code and tables scroll by themselves, also by the keyboard. `align` takes the place of styles, which the pages do not allow. */
const frameWide = (html: string): string =>
  html
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll(/ style="text-align:(\w+)"/g, ' align="$1"')
    .replaceAll('<table>', '<div class="table" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>');

const linkTo = (other: Page, current: Page): string =>
  `<a href="${addressOf(other.name)}"${other === current ? ' aria-current="page"' : ''}>${other.title}</a>`;

/** Gives links to these pages their addresses. Links to other parts of the repository become text. */
function followPages(tokens: readonly Token[], pages: readonly Page[]): void {
  let isText = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const address = addressOfLink(String(token.attrGet('href')), pages);
      isText = address === null;
      if (address !== null) token.attrSet('href', address);
    }
    if (isText && (token.type === 'link_open' || token.type === 'link_close')) token.tag = 'span';
    if (isText && token.type === 'link_open') token.attrs = null;
    if (token.type === 'link_close') isText = false;
  }
}

/** Null if the link leads to another part of the repository. */
function addressOfLink(href: string, pages: readonly Page[]): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [, name, fragment = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  const page = pages.find((known) => known.name === name);
  return page === undefined ? null : `${addressOf(page.name)}${fragment}`;
}
