import { readAfterSpace, readCssAddress, readCssTokens, readPieces } from '@platen/markup';
import type { Meter } from '@platen/meter';
import type { AssetSource, FoundAsset } from '../../../compose/assets/asset-source.ts';
import { inTurns, type Turns } from '../../../compose/turns.ts';
import { UnusableAssets } from '../../../compose/assets/unusable-assets.ts';
import { ASSET_SCHEME, base64Length, MAX_ATTACHED_CHARACTERS } from '../../../compose/assets/uses-assets.ts';
import type { FormFile } from './form.ts';
import { mediaTypeOf } from './media-types.ts';

/** Attributes whose value is an address that a page loads. */
const ADDRESSES: ReadonlySet<string> = new Set(['src', 'href', 'poster', 'data', 'background', 'xlink:href']);

/** An attribute with its value. */
const ATTRIBUTE = /(?<=[\s"'/])([^\s"'<>/=]+)(\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/g;

/** Work of the meter for a character in which names are found. */
const WORK_PER_CHAR = 5;

/** A token of a style sheet, an attribute or an address is read. */
const PIECE_WORK = 100;

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
  async name(html: string): Promise<string> {
    return this.isEmpty ? html : inTurns(this.#naming(html), this.#meter);
  }

  *#naming(html: string): Turns<string> {
    this.#meter.charge(html.length);
    const change = this.#changeBy((address) => {
      const alias = this.#aliases.get(toFileName(address));
      return alias === undefined ? null : `${ASSET_SCHEME}${alias}`;
    });
    const parts: string[] = [];
    let at = 0;
    for (const { kind, name, start, end } of readPieces(html)) {
      const isStyle = kind === 'text' && name === 'style';
      if (kind !== 'tag' && !isStyle) continue;
      const text = html.slice(start, end);
      parts.push(html.slice(at, start), yield* isStyle ? changeCss(text, change) : changeTag(text, change));
      at = end;
      yield;
    }
    return parts.join('') + html.slice(at);
  }

  #changeBy(rename: Rename): Change {
    return { rename, charge: (length) => this.#meter.charge(PIECE_WORK + length * WORK_PER_CHAR) };
  }

  /** For the documents that `name` has changed. */
  toSource(reserve: AssetSource['reserve']): AssetSource {
    const byAlias = new Map(Array.from(this.#aliases, ([name, alias]) => [alias, this.#files.get(name)]));
    const find = async (names: readonly string[]) => {
      const found = new Map<string, FoundAsset>();
      for (const name of names) {
        const file = byAlias.get(name);
        if (file) found.set(name, await this.#toAsset(name, file));
      }
      return found;
    };
    return { find, ...(reserve && { reserve }) };
  }

  async #toAsset(name: string, file: FormFile): Promise<FoundAsset> {
    const bytes = await inTurns(this.#contentOf(file), this.#meter);
    return {
      name,
      mediaType: mediaTypeOf(file.name),
      bytes: bytes.byteLength,
      details: {},
      read: () => Promise.resolve(bytes.toBase64()),
    };
  }

  /** A style sheet gets what it names as `data:` addresses, because it has no place of its own. */
  *#contentOf(file: FormFile, opened: readonly FormFile[] = []): Turns<Uint8Array> {
    const known = this.#contents.get(file);
    if (known !== undefined || mediaTypeOf(file.name) !== 'text/css') return known ?? file.bytes;
    this.#meter.charge(file.bytes.byteLength);
    const inline = function* (this: InlineFiles, address: string): Turns<string | null> {
      const named = this.#files.get(toFileName(address));
      if (named === undefined || named === file || opened.includes(named)) return null;
      const content = yield* this.#contentOf(named, [...opened, file]);
      this.#countInlined(content);
      return `data:${mediaTypeOf(named.name)};base64,${content.toBase64()}`;
    };
    const css = yield* changeCss(new TextDecoder().decode(file.bytes), this.#changeBy(inline.bind(this)));
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

type Rename = (address: string) => string | null | Turns<string | null>;

interface Change {
  readonly rename: Rename;
  /** Call it for each piece. */
  readonly charge: (length: number) => void;
}

function* renamed(address: string, { rename }: Change): Turns<string | null> {
  const name = rename(address);
  return typeof name === 'string' || name === null ? name : yield* name;
}

const changeTag = (tag: string, change: Change): Turns<string> =>
  replaceEach(tag, ATTRIBUTE, change, function* ([whole, name = '', equals = '', written = '']) {
    const value = /^["']/.test(written) ? written.slice(1, -1) : written;
    const changed = yield* changeValue(name.toLowerCase(), value, change);
    return changed === value ? whole : `${name}${equals}"${changed.replaceAll('"', '&quot;')}"`;
  });

function* changeValue(attribute: string, value: string, change: Change): Turns<string> {
  if (ADDRESSES.has(attribute)) return (yield* renamed(value, change)) ?? value;
  if (attribute === 'style') return yield* changeCss(value, change);
  if (attribute !== 'srcset') return value;
  return yield* replaceEach(value, /[^\s,]+/g, change, function* ([candidate]) {
    return (yield* renamed(candidate, change)) ?? candidate;
  });
}

/** As `replaceAll`. Others have their turn between two matches. */
function* replaceEach(
  text: string,
  pattern: RegExp,
  { charge }: Change,
  replace: (match: RegExpExecArray) => Turns<string>,
): Turns<string> {
  const parts: string[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    charge(match[0].length);
    parts.push(text.slice(at, match.index), yield* replace(match));
    at = match.index + match[0].length;
    yield;
  }
  return parts.join('') + text.slice(at);
}

function* changeCss(css: string, change: Change): Turns<string> {
  const parts: string[] = [];
  let at = 0;
  for (const token of readCssTokens(css)) {
    change.charge(token.text.length);
    yield;
    if (token.start < at) continue;
    const imported = token.kind === 'at' && token.name === 'import' ? readAfterSpace(css, token.end) : null;
    const address =
      imported?.kind === 'string'
        ? { text: imported.text.slice(1, -1), start: imported.start, end: imported.end }
        : toUrl(css, token);
    const name = address === null ? null : yield* renamed(address.text, change);
    if (address === null || name === null) continue;
    parts.push(css.slice(at, address.start), `url("${name}")`);
    at = address.end;
  }
  return parts.join('') + css.slice(at);
}

function toUrl(css: string, token: Parameters<typeof readCssAddress>[1]) {
  const address = readCssAddress(css, token);
  return address === null ? null : { ...address, start: token.start };
}
