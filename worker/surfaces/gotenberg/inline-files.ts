import { readAfterSpace, readCssAddress, readCssTokens, readPieces } from '@platen/markup';
import type { Meter } from '@platen/meter';
import type { AssetSource, FoundAsset } from '../../../compose/assets/asset-source.ts';
import { UnusableAssets } from '../../../compose/assets/unusable-assets.ts';
import { ASSET_SCHEME, base64Length, MAX_ATTACHED_CHARACTERS } from '../../../compose/assets/uses-assets.ts';
import type { FormFile } from './form.ts';

/** Attributes whose value is an address that a page loads. */
const ADDRESSES: ReadonlySet<string> = new Set(['src', 'href', 'poster', 'data', 'background', 'xlink:href']);

/** An attribute with its value. */
const ATTRIBUTE = /(?<=[\s"'/])([^\s"'<>/=]+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/g;

/** Work of the meter for a character in which names are found. */
const WORK_PER_CHAR = 5;

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  html: 'text/html',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
};

/**
 * The files of a form, as assets of its document: the document names them by their relative addresses, and each becomes the name of an asset.
 */
export class InlineFiles {
  readonly #files: ReadonlyMap<string, FormFile>;
  readonly #aliases = new Map<string, string>();
  readonly #meter: Meter;
  readonly #contents = new Map<FormFile, Uint8Array>();
  #inlined = 0;

  constructor(files: readonly FormFile[], meter: Meter) {
    this.#files = new Map(files.map((file) => [file.name, file]));
    this.#meter = meter;
    for (const name of this.#files.keys()) this.#aliases.set(name, `file-${this.#aliases.size}`);
  }

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  /** Writes the names of assets into a document. */
  name(html: string): string {
    if (this.isEmpty) return html;
    this.#meter.charge(html.length * WORK_PER_CHAR);
    const toName = (address: string): string | null => {
      const alias = this.#aliases.get(toFileName(address));
      return alias === undefined ? null : `${ASSET_SCHEME}${alias}`;
    };
    const parts: string[] = [];
    let at = 0;
    for (const { kind, name, start, end } of readPieces(html)) {
      const isStyle = kind === 'text' && name === 'style';
      if (kind !== 'tag' && !isStyle) continue;
      const text = html.slice(start, end);
      parts.push(html.slice(at, start), (isStyle ? changeCss : changeTag)(text, toName));
      at = end;
    }
    return parts.join('') + html.slice(at);
  }

  /** For the documents that `name` has changed. */
  toSource(reserve: AssetSource['reserve']): AssetSource {
    const byAlias = new Map(Array.from(this.#aliases, ([name, alias]) => [alias, this.#files.get(name)]));
    const find = (names: readonly string[]) => {
      const found = new Map<string, FoundAsset>();
      for (const name of names) {
        const file = byAlias.get(name);
        if (file) found.set(name, this.#toAsset(name, file));
      }
      return Promise.resolve(found);
    };
    return { find, ...(reserve && { reserve }) };
  }

  #toAsset(name: string, file: FormFile): FoundAsset {
    const bytes = this.#contentOf(file);
    return {
      name,
      mediaType: typeOf(file.name),
      bytes: bytes.byteLength,
      details: {},
      read: () => Promise.resolve(bytes.toBase64()),
    };
  }

  /** A style sheet gets what it names as `data:` addresses, because it has no place of its own. */
  #contentOf(file: FormFile, opened: readonly FormFile[] = []): Uint8Array {
    const known = this.#contents.get(file);
    if (known !== undefined || typeOf(file.name) !== 'text/css') return known ?? file.bytes;
    this.#meter.charge(file.bytes.byteLength * WORK_PER_CHAR);
    const css = changeCss(new TextDecoder().decode(file.bytes), (address) => {
      const named = this.#files.get(toFileName(address));
      if (named === undefined || named === file || opened.includes(named)) return null;
      const content = this.#contentOf(named, [...opened, file]);
      this.#countInlined(content);
      return `data:${typeOf(named.name)};base64,${content.toBase64()}`;
    });
    const content = new TextEncoder().encode(css);
    // What a style sheet names of those that are open depends on them.
    if (opened.length === 0) this.#contents.set(file, content);
    return content;
  }

  /** Style sheets in style sheets multiply. @throws {UnusableAssets} */
  #countInlined({ byteLength }: Uint8Array): void {
    this.#meter.charge(byteLength);
    this.#inlined += base64Length(byteLength);
    if (this.#inlined <= MAX_ATTACHED_CHARACTERS) return;
    throw new UnusableAssets('ASSETS_TOO_LARGE', [
      `the style sheets show files of more than ${MAX_ATTACHED_CHARACTERS} characters`,
    ]);
  }
}

const typeOf = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';

/** The name in `./a%20b.png?v=2`. */
function toFileName(address: string): string {
  const [path = ''] = address.trim().replaceAll('&amp;', '&').split(/[?#]/, 1);
  const name = path.replace(/^\.\//, '');
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

type Rename = (address: string) => string | null;

/** Its caller charges each character. */
const changeTag = (tag: string, rename: Rename): string =>
  tag.replaceAll(ATTRIBUTE, (whole, name: string, equals: string, written: string) => {
    const value = /^["']/.test(written) ? written.slice(1, -1) : written;
    const changed = changeValue(name.toLowerCase(), value, rename);
    return changed === value ? whole : `${name}${equals}"${changed.replaceAll('"', '&quot;')}"`;
  });

function changeValue(attribute: string, value: string, rename: Rename): string {
  if (ADDRESSES.has(attribute)) return rename(value) ?? value;
  if (attribute === 'style') return changeCss(value, rename);
  if (attribute !== 'srcset') return value;
  return value.replaceAll(/[^\s,]+/g, (candidate) => rename(candidate) ?? candidate);
}

function changeCss(css: string, rename: Rename): string {
  const parts: string[] = [];
  let at = 0;
  for (const token of readCssTokens(css)) {
    if (token.start < at) continue;
    const imported = token.kind === 'at' && token.name === 'import' ? readAfterSpace(css, token.end) : null;
    const address =
      imported?.kind === 'string'
        ? { text: imported.text.slice(1, -1), start: imported.start, end: imported.end }
        : toUrl(css, token);
    const renamed = address === null ? null : rename(address.text);
    if (address === null || renamed === null) continue;
    parts.push(css.slice(at, address.start), `url("${renamed}")`);
    at = address.end;
  }
  return parts.join('') + css.slice(at);
}

function toUrl(css: string, token: Parameters<typeof readCssAddress>[1]) {
  const address = readCssAddress(css, token);
  return address === null ? null : { ...address, start: token.start };
}
