import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { CommandFailure } from '../command.ts';
import type { TemplateState } from '../project/project.ts';
import { LocalFiles, type Place } from './local-files.ts';
import { lineAt, type Notes } from './notes.ts';
import { readText } from './read-file.ts';
import { rewriteCss } from './rewrite-css.ts';

/** The maximum length of the name of a template. */
const MAX_NAME_CHARS = 100;

/** A page in the form of a project. */
export interface ImportedPage {
  readonly template: TemplateState;
  /** By their names. */
  readonly assets: ReadonlyMap<string, Uint8Array>;
}

/** A page of HTML with the files that it uses: pictures, fonts, style sheets. @param given a file, or a folder with `index.html` */
export async function importPage(given: string, notes: Notes): Promise<ImportedPage> {
  const path = await findPage(given);
  const source = await readText(path);
  const page = new Page(source, path, notes);
  const content = await page.rewrite();
  // In the page itself, or in a script or a style sheet that it now contains.
  const isTemplate = /\{\{/.test(content);
  if (isTemplate)
    notes.add(
      basename(path),
      null,
      'the page has {{, so it is printed as it is (templating: "none"); remove that if it is Handlebars',
    );
  const template = {
    name: (page.title ?? basename(path).replace(/\.x?html?$/i, '')).slice(0, MAX_NAME_CHARS),
    content,
    settings: isTemplate ? { templating: 'none' as const } : {},
    dataSchema: null,
    sampleSets: [],
    translations: null,
  };
  return { template, assets: page.files.assets };
}

/** @throws {CommandFailure} */
async function findPage(given: string): Promise<string> {
  const found = await stat(given).catch(() => null);
  if (found === null) throw new CommandFailure(`${given} does not exist.`);
  if (!found.isDirectory() && !/\.x?html?$/i.test(given))
    throw new CommandFailure(`${given} is not a page of HTML.`);
  return realpath(found.isDirectory() ? join(given, 'index.html') : given).catch((cause: unknown) => {
    throw new CommandFailure(`${given} has no index.html.`, [], { cause });
  });
}

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text stays as it is but for what is replaced: a parser that wrote it again would change more. */
class Page {
  readonly files: LocalFiles;
  title: string | null = null;
  readonly #source: string;
  readonly #path: string;
  readonly #notes: Notes;
  readonly #edits: Edit[] = [];

  constructor(source: string, path: string, notes: Notes) {
    this.#source = source;
    this.#path = path;
    this.#notes = notes;
    this.files = new LocalFiles(dirname(path), notes);
  }

  async rewrite(): Promise<string> {
    for (const element of listElements(parse(this.#source, { sourceCodeLocationInfo: true }))) {
      await this.#visit(element);
    }
    const edits = this.#edits.toSorted((one, other) => one.start - other.start);
    let html = '';
    let end = 0;
    for (const edit of edits) {
      if (edit.start < end) continue;
      html += this.#source.slice(end, edit.start) + edit.text;
      end = edit.end;
    }
    return html + this.#source.slice(end);
  }

  async #visit(element: Tree.Element): Promise<void> {
    const { tagName } = element;
    if (tagName === 'title' && this.title === null) this.title = textOf(element).trim() || null;
    if (tagName === 'link') return this.#link(element);
    if (tagName === 'script') return this.#script(element);
    if (tagName === 'style') await this.#style(element);
    if (tagName === 'base') this.#notes.add(this.#file, this.#line(element), '<base> was not turned');
    for (const { name, value } of element.attrs) {
      if (name === 'style') this.#attribute(element, name, await this.#css(value, this.#place(element)));
      if (name === 'srcset') await this.#srcset(element, value);
      const isAddress =
        (name === 'src' && tagName !== 'iframe') ||
        (name === 'poster' && tagName === 'video') ||
        (tagName === 'image' && name === 'href');
      if (!isAddress) continue;
      const asset = await this.files.toAsset(value.trim(), dirname(this.#path), this.#place(element));
      if (asset !== null) this.#attribute(element, name, asset);
    }
  }

  async #link(element: Tree.Element): Promise<void> {
    const [rel, href = '', media] = ['rel', 'href', 'media'].map((name) => valueOf(element, name));
    if (!rel?.toLowerCase().split(/\s+/).includes('stylesheet') || href === '') return;
    const css = await this.#sheet(href.trim(), dirname(this.#path), this.#place(element));
    if (css === null) return;
    const attribute = media === undefined ? '' : ` media="${media.replaceAll('"', '&quot;')}"`;
    this.#replace(element, `<style${attribute}>\n${css}\n</style>`);
  }

  async #script(element: Tree.Element): Promise<void> {
    const src = valueOf(element, 'src');
    if (src === undefined) return;
    const path = await this.files.find(src.trim(), dirname(this.#path), this.#place(element));
    if (path === null) return;
    const script = (await readText(path)).replaceAll(/<\/(script)/gi, String.raw`<\/$1`);
    const type = valueOf(element, 'type');
    this.#replace(
      element,
      `<script${type === undefined ? '' : ` type="${type.replaceAll('"', '&quot;')}"`}>\n${script}\n</script>`,
    );
  }

  async #style(element: Tree.Element): Promise<void> {
    const location = element.sourceCodeLocation;
    if (!location?.startTag || !location.endTag) return;
    const [start, end] = [location.startTag.endOffset, location.endTag.startOffset];
    const css = this.#source.slice(start, end);
    this.#edits.push({ start, end, text: await this.#css(css, this.#place(element)) });
  }

  async #srcset(element: Tree.Element, value: string): Promise<void> {
    const candidates = await Promise.all(
      value.split(/,\s+/).map(async (candidate) => {
        const [address = '', ...size] = candidate.trim().split(/\s+/);
        const asset = await this.files.toAsset(address, dirname(this.#path), this.#place(element));
        return [asset ?? address, ...size].join(' ');
      }),
    );
    this.#attribute(element, 'srcset', candidates.join(', '));
  }

  #attribute({ attrs, sourceCodeLocation }: Tree.Element, name: string, value: string): void {
    const { prefix, value: old } = attrs.find((attribute) => attribute.name === name) ?? {};
    // The parser takes the prefix of `xlink:href` away, but not from the location.
    const written = prefix ? `${prefix}:${name}` : name;
    const location = sourceCodeLocation?.attrs?.[written];
    if (location === undefined || old === value) return;
    const text = `${written}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;
    this.#edits.push({ start: location.startOffset, end: location.endOffset, text });
  }

  #replace({ sourceCodeLocation: location }: Tree.Element, text: string): void {
    if (location) this.#edits.push({ start: location.startOffset, end: location.endOffset, text });
  }

  #css(css: string, place: Place, folder = dirname(this.#path), depth = 0): Promise<string> {
    return rewriteCss(css, {
      file: (address) => this.files.toAsset(address, folder, place),
      sheet: (address) => this.#sheet(address, folder, place, depth + 1),
    });
  }

  /** The text of a style sheet with those that it imports. */
  async #sheet(address: string, folder: string, place: Place, depth = 0): Promise<string | null> {
    const path = await this.files.find(address, folder, place);
    if (path === null) return null;
    if (depth > MAX_IMPORTS) {
      this.#notes.add(place.file, place.line, `"${address}" is imported too deeply, and was not read`);
      return null;
    }
    const css = await readText(path);
    const file = relative(dirname(this.#path), path).replaceAll('\\', '/');
    const text = await this.#css(css, { file, line: null }, dirname(path), depth);
    return text.replaceAll(/<\/(style)/gi, String.raw`<\/$1`);
  }

  get #file(): string {
    return basename(this.#path);
  }

  #line(element: Tree.Element): number | null {
    const { startOffset } = element.sourceCodeLocation ?? {};
    return startOffset === undefined ? null : lineAt(this.#source, startOffset);
  }

  #place(element: Tree.Element): Place {
    return { file: this.#file, line: this.#line(element) };
  }
}

/** Style sheets that import each other would never end. */
const MAX_IMPORTS = 10;

function listElements(root: Tree.Document): Tree.Element[] {
  const elements: Tree.Element[] = [];
  const open: Tree.Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('tagName' in node) elements.push(node);
    const inner = 'content' in node ? [node.content] : 'childNodes' in node ? node.childNodes : [];
    open.push(...inner.toReversed());
  }
  return elements;
}

const valueOf = (element: Tree.Element, name: string): string | undefined =>
  element.attrs.find((attribute) => attribute.name === name)?.value;

const textOf = (element: Tree.Element): string =>
  element.childNodes.map((node) => ('value' in node ? node.value : '')).join('');
