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
  const root = await parse(decode(bytes), meter);
  if (root.name !== 'svg') invalid(`is no SVG: its root element is <${root.name.slice(0, 40)}>`);
  if (root.namespace !== SVG_NAMESPACE)
    invalid(`is an SVG without its namespace; add xmlns="${SVG_NAMESPACE}" to its root element`);
  await checkTree(root, meter);
  return readSize(root);
}

function decode(bytes: Uint8Array): string {
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

/** To decode a character of CSS, and to search in it. */
const CSS_WORK = 10;

/** Characters of CSS that are decoded at once. */
const PIECE_CHARACTERS = 1 << 16;

/** With its quotation mark and the spaces before the address. */
const CSS_ADDRESS = /(?:url|src|image)\(\s*(["']?)[\s\p{Cc}]*/giu;

/** More than the beginning of an address that an asset may have. */
const ADDRESS_CHARACTERS = 100;

/**
 * Checks the addresses of CSS, also in the attributes that are CSS: `fill="url(#gradient)"`. It looks for words and not for
 * tokens: an address in a comment is refused too, and the text of one never hides another.
 */
async function checkCss(css: string, place: string, meter: Meter): Promise<void> {
  checkAddresses(await decodePieces(css, meter), place);
  if (!css.includes('/*')) return;
  let rest = '';
  for (const { kind, text } of readCssTokens(css)) {
    meter.charge(CSS_WORK + text.length);
    if (meter.isDue) await meter.pause();
    if (kind !== 'comment') rest += text;
  }
  checkAddresses(await decodePieces(rest, meter), place);
}

async function decodePieces(css: string, meter: Meter): Promise<string> {
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

function checkAddresses(plain: string, place: string): void {
  if (/@import/i.test(plain)) invalid(`is an SVG with a reference to another file: @import in ${place}`);
  // Its addresses can be strings without a function.
  if (/image-set\(/i.test(plain))
    invalid(`is an SVG with a reference to another file: image-set() in ${place}`);
  for (const { 0: call, 1: quote = '', index } of plain.matchAll(CSS_ADDRESS)) {
    const start = index + call.length;
    const rest = plain.slice(start, start + ADDRESS_CHARACTERS);
    const end = rest.indexOf(quote === '' ? ')' : quote);
    checkReference('', end === -1 ? rest : rest.slice(0, end), place);
  }
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
