import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
  /** Says in a few words what the page has. */
  readonly about: string;
}

/** For an agent that writes a template, also as a prompt of MCP. */
const PROMPT = 'prompts/make-a-template';

/** The pages of `docs/` that are for users of the service, as HTML and as Markdown, and the list of them for language models. */
export const GUIDE: Product = {
  name: 'guide',
  directory: inProject('public/docs/guide'),
  sources: [
    'docs',
    'examples/prompts',
    'compose/markdown/heading-anchors.ts',
    'scripts/build/build-guide.ts',
  ].map((source) => inProject(source)),
  make: async (directory) => {
    const pages = listPages(await readDoc('README'));
    const write = async (file: string, text: string): Promise<void> => {
      await mkdir(dirname(join(directory, file)), { recursive: true });
      await writeFile(join(directory, file), text);
    };
    for (const page of pages) {
      const source = await readDoc(page.name);
      await write(`${page.name === 'guide' ? 'index' : page.name}.html`, renderPage(page, pages, source));
      await write(`${page.name}.md`, toMarkdown(source, pages));
    }
    await write(`${PROMPT}.md`, await readFile(inProject(`examples/${PROMPT}.md`), 'utf8'));
    await write('llms.txt', listForModels(pages));
  },
};

const readDoc = (name: string): Promise<string> => readFile(inProject(`docs/${name}.md`), 'utf8');

/** The pages in the first table of the index. */
function listPages(index: string): Page[] {
  const [, table = ''] = /^## Use it$([^]*?)^## /m.exec(index) ?? [];
  const rows = table.matchAll(/^\| \[([^\]]+)\]\(([\w-]+)\.md\) *\| *(.*?) *\|$/gm);
  return [...rows].map(([, title = '', name = '', about = '']) => ({ name, title, about }));
}

/** The source without the comments that name constants, and with links only to pages that are served. */
function toMarkdown(source: string, pages: readonly Page[]): string {
  const isServed = (href: string): boolean =>
    /^(https?:|#)/.test(href) || pages.some(({ name }) => href.replace(/#.*/, '') === `${name}.md`);
  return withoutComments(source).replaceAll(
    /(?<!!)\[([^\][]+)\]\(([^()\s]+)\)/g,
    (link, text: string, href: string) => (isServed(href) ? link : text),
  );
}

/** The form of llmstxt.org. The service puts its origin before each address. */
function listForModels(pages: readonly Page[]): string {
  const link = ({ name, title, about }: Page): string => `- [${title}](/docs/${name}.md): ${about}`;
  return `# Platen

> Platen makes PDFs from HTML with Handlebars placeholders, from Markdown, from pages and from saved templates, and stores them.

A request needs an API key, in \`X-API-Key\` or as a bearer token. Errors are JSON with a code, and each entry of \`details\` names a field.
Agents can use the tools of the MCP server at \`/mcp\`, with the same keys. Add \`.md\` to the address of a page of the guide to read it as Markdown.

## Docs

${pages.map(link).join('\n')}

## API

- [OpenAPI](/v1/openapi.json): every endpoint and field
- [MCP](/docs/contract.md#24-mcp): the tools of \`/mcp\`

## Optional

- [Prompt for a template](/docs/guide/${PROMPT}.md): how to make a template from a description
`;
}

/** Comments name the constants of limits. */
const withoutComments = (source: string): string => source.replaceAll(/<!--.*?-->/gs, '');

const addressOf = (name: string): string => (name === 'guide' ? BASE : `${BASE}/${name}`);

function renderPage(page: Page, pages: readonly Page[], source: string): string {
  const markdown = new MarkdownIt({ html: false });
  headingAnchors(markdown, () => ({ fill: (text) => text, title: null }));
  markdown.core.ruler.push('links_of_pages', ({ tokens }) => {
    for (const { children } of tokens) if (children) followPages(children, pages);
  });
  const body = frameWide(markdown.render(withoutComments(source)));
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${page.title} · Platen</title>
    <link rel="icon" href="/favicon.ico">
    <link rel="stylesheet" href="/docs/style.css">
    <link rel="alternate" type="text/markdown" href="/docs/${page.name}.md">
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

/** Returns null if the link leads to another part of the repository. */
function addressOfLink(href: string, pages: readonly Page[]): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const [, name, fragment = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  const page = pages.find((known) => known.name === name);
  return page === undefined ? null : `${addressOf(page.name)}${fragment}`;
}
