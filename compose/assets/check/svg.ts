import { parseXml, UnreadableXml, type XmlElement } from '@platen/e-invoice';
import { decodeCss, readCssTokens } from '@platen/markup';
import type { Meter } from '@platen/meter';
import type { AssetDetails } from '../../../schema/api/components.ts';
import { invalid } from './invalid-asset.ts';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';

/** Elements that run scripts or load documents. */
const REFUSED_ELEMENTS: ReadonlySet<string> = new Set([
  'audio',
  'base',
  'embed',
  'form',
  'handler',
  'iframe',
  'link',
  'listener',
  'meta',
  'object',
  'script',
  'video',
]);

/** A document type without declarations of its own: drawing programs write it. */
const DOCUMENT_TYPE = /<!DOCTYPE\s+svg\b(?:[^<>[\]"']|"[^"]*"|'[^']*'){0,500}>/y;

/** Attributes of HTML that load something. An SVG can have HTML in <foreignObject>. */
const REFERENCES: ReadonlySet<string> = new Set([
  'action',
  'background',
  'data',
  'formaction',
  'href',
  'poster',
  'src',
]);

/** Pictures that an SVG may contain as `data:`. */
const EMBEDDED = /^data:image\/(?:png|jpeg|jpg|webp|gif)[;,]/i;

/** @throws {InvalidAsset} for scripts, event handlers, and references to other files */
export async function readSvg(bytes: Uint8Array, meter: Meter): Promise<AssetDetails> {
  // It is decoded, and searched for references and entities.
  meter.charge(3 * bytes.byteLength);
  const root = await parse(decodeText(bytes), meter);
  if (root.name !== 'svg') invalid(`is no SVG: its root element is <${root.name.slice(0, 40)}>`);
  if (root.namespace !== SVG_NAMESPACE)
    invalid(`is an SVG without its namespace; add xmlns="${SVG_NAMESPACE}" to its root element`);
  await checkTree(root, meter);
  return readSize(root);
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return invalid('is markup that is not UTF-8');
  }
}

async function parse(text: string, meter: Meter): Promise<XmlElement> {
  if (text.includes('<?xml-stylesheet')) invalid('is an SVG with a reference: <?xml-stylesheet?>');
  if (/<!ENTITY/i.test(text)) invalid('is an SVG that declares entities; save it without them');
  try {
    return await parseXml(withoutDocumentType(text), meter);
  } catch (error) {
    if (error instanceof UnreadableXml) return invalid(`is no SVG: ${error.message}`);
    throw error;
  }
}

/** Removes the document type at the start. The same characters in a comment or a style sheet stay, because they could hide a script. */
function withoutDocumentType(text: string): string {
  let at = 0;
  for (;;) {
    while (/[\s\uFEFF]/.test(text.charAt(at))) at += 1;
    const close = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : null;
    if (close === null) break;
    const end = text.indexOf(close, at + 2);
    if (end === -1) return text;
    at = end + close.length;
  }
  DOCUMENT_TYPE.lastIndex = at;
  const type = DOCUMENT_TYPE.exec(text);
  return type === null ? text : text.slice(0, at) + text.slice(at + type[0].length);
}

async function checkTree(root: XmlElement, meter: Meter): Promise<void> {
  const waiting = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    await checkElement(element, meter);
    if (meter.isDue) await meter.pause();
    for (const child of element.children) waiting.push(child);
  }
}

async function checkElement({ name, attributes, text }: XmlElement, meter: Meter): Promise<void> {
  const kind = name.toLowerCase();
  if (REFUSED_ELEMENTS.has(kind)) invalid(`is an SVG with <${name}>, which an asset may not have`);
  meter.charge(ELEMENT_WORK);
  if (kind === 'style') await checkCss(text, '<style>', meter);
  for (const { name: written, value } of attributes) {
    meter.charge(ELEMENT_WORK + value.length);
    const place = `${written} of <${name}>`.slice(0, 100);
    const attribute = written.toLowerCase();
    if (attribute.startsWith('on')) invalid(`is an SVG with an event handler: ${place}`);
    // An animation could set a reference later.
    if (attribute === 'attributename' && /href|src|^on/i.test(value))
      invalid(`is an SVG that animates a reference: ${place}`);
    if (attribute === 'srcset') invalid(`is an SVG with a reference to another file: ${place}`);
    if (REFERENCES.has(attribute)) checkReference(kind, value, place);
    else await checkCss(value, place, meter);
  }
}

function checkReference(element: string, value: string, place: string): void {
  const address = value.replaceAll(/[\s\p{Cc}]/gu, '');
  if (address === '' || address.startsWith('#') || EMBEDDED.test(address)) return;
  // A link loads nothing.
  if (element === 'a' && /^(?:https?:|mailto:|tel:)/i.test(address)) return;
  invalid(`is an SVG with a reference to another file: ${place}: "${address.slice(0, 100)}"`);
}

/** An element or an attribute is as much work as this many characters. */
const ELEMENT_WORK = 20;

/** To decode a character of CSS, or to search in it. */
const CSS_WORK = 5;

/** Characters of CSS that are decoded or searched at once. */
const PIECE_CHARACTERS = 1 << 16;

const CSS_IMPORT = /@import/i;

/** Its addresses can be strings without a function. */
const CSS_IMAGE_SET = /image-set\(/i;

const CSS_CALL = /(?:url|src|image)\(/giu;

/** More than these words have. */
const WORD_CHARACTERS = 16;

/** More than the beginning of an address that an asset may have. */
const ADDRESS_CHARACTERS = 100;

/**
 * Checks the addresses of CSS, also in the attributes that are CSS: `fill="url(#gradient)"`. It looks for words and not for
 * tokens: an address in a comment is refused too, and the text of one never hides another.
 */
async function checkCss(css: string, place: string, meter: Meter): Promise<void> {
  await checkAddresses(await decode(css, meter), place, meter);
  if (css.includes('/*')) await checkAddresses(await decodeWithoutComments(css, meter), place, meter);
}

async function decodeWithoutComments(css: string, meter: Meter): Promise<string> {
  let plain = '';
  let piece = '';
  for (const { kind, text } of readCssTokens(css)) {
    meter.charge(2 * CSS_WORK + text.length);
    if (meter.isDue) await meter.pause();
    if (kind !== 'comment') piece += text;
    // An escape never continues in the next token.
    if (piece.length < PIECE_CHARACTERS) continue;
    plain += await decode(piece, meter);
    piece = '';
  }
  return plain + (await decode(piece, meter));
}

async function decode(css: string, meter: Meter): Promise<string> {
  let plain = '';
  for (let at = 0; at < css.length;) {
    const end = endOfPiece(css, at);
    meter.charge(CSS_WORK * (end - at));
    if (meter.isDue) await meter.pause();
    plain += decodeCss(css.slice(at, end));
    at = end;
  }
  return plain;
}

/** A piece ends before an escape, and never in one. */
function endOfPiece(css: string, start: number): number {
  const next = css.indexOf('\\', start + PIECE_CHARACTERS);
  if (next === -1) return css.length;
  let before = 0;
  while (next - before > start && css.charAt(next - before - 1) === '\\') before += 1;
  return next + (before % 2);
}

async function checkAddresses(plain: string, place: string, meter: Meter): Promise<void> {
  for (let at = 0; at < plain.length; at += PIECE_CHARACTERS) {
    const piece = plain.slice(at, at + PIECE_CHARACTERS + WORD_CHARACTERS);
    meter.charge(CSS_WORK * piece.length);
    if (meter.isDue) await meter.pause();
    if (CSS_IMPORT.test(piece)) invalid(`is an SVG with a reference to another file: @import in ${place}`);
    if (CSS_IMAGE_SET.test(piece))
      invalid(`is an SVG with a reference to another file: image-set() in ${place}`);
    for (const { 0: call, index } of piece.matchAll(CSS_CALL))
      checkAddress(plain, at + index + call.length, place, meter);
  }
}

/** Checks the address after a call, which may have a quotation mark and spaces before it. */
function checkAddress(plain: string, afterCall: number, place: string, meter: Meter): void {
  const start = skip(plain, afterCall, /\s/, meter);
  const quote = /["']/.exec(plain.charAt(start))?.[0] ?? '';
  const address = skip(plain, start + quote.length, /[\s\p{Cc}]/u, meter);
  const rest = plain.slice(address, address + ADDRESS_CHARACTERS);
  const end = rest.indexOf(quote === '' ? ')' : quote);
  checkReference('', end === -1 ? rest : rest.slice(0, end), place);
}

function skip(text: string, start: number, kind: RegExp, meter: Meter): number {
  let at = start;
  while (at < text.length && kind.test(text.charAt(at))) at += 1;
  meter.charge(CSS_WORK * (at - start + 1));
  return at;
}

/** In CSS pixels, from `width` and `height`, or else from the `viewBox`. */
function readSize(root: XmlElement): AssetDetails {
  const box = (root.attribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = readLength(root.attribute('width')) ?? toPixels(box[2]);
  const height = readLength(root.attribute('height')) ?? toPixels(box[3]);
  return { ...(width !== null && { width }), ...(height !== null && { height }) };
}

const readLength = (text: string | null): number | null =>
  text === null || !/^\s*[\d.]+(?:px)?\s*$/.test(text) ? null : toPixels(Number.parseFloat(text));

const MAX_SVG_SIDE_PX = 100_000;

const toPixels = (length = Number.NaN): number | null =>
  length >= 0.5 && length <= MAX_SVG_SIDE_PX ? Math.round(length) : null;
