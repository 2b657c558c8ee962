import { parseXml, UnreadableXml, type XmlElement } from '@platen/e-invoice';
import type { PartDetails } from '../../../schema/api/shared-parts.ts';
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
export function readSvg(bytes: Uint8Array): PartDetails {
  const root = parse(decode(bytes));
  if (root.name !== 'svg') invalid(`is no SVG: its root element is <${root.name.slice(0, 40)}>`);
  if (root.namespace !== SVG_NAMESPACE)
    invalid(`is an SVG without its namespace; add xmlns="${SVG_NAMESPACE}" to its root element`);
  checkTree(root);
  return readSize(root);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return invalid('is markup that is not UTF-8');
  }
}

function parse(text: string): XmlElement {
  if (text.includes('<?xml-stylesheet')) invalid('is an SVG with a reference: <?xml-stylesheet?>');
  if (/<!ENTITY/i.test(text)) invalid('is an SVG that declares entities; save it without them');
  try {
    return parseXml(withoutDocumentType(text));
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

function checkTree(root: XmlElement): void {
  const waiting = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    checkElement(element);
    for (const child of element.children) waiting.push(child);
  }
}

function checkElement({ name, attributes, text }: XmlElement): void {
  const kind = name.toLowerCase();
  if (REFUSED_ELEMENTS.has(kind)) invalid(`is an SVG with <${name}>, which an asset may not have`);
  if (kind === 'style') checkCss(text, '<style>');
  for (const { name: written, value } of attributes) {
    const place = `${written} of <${name}>`.slice(0, 100);
    const attribute = written.toLowerCase();
    if (attribute.startsWith('on')) invalid(`is an SVG with an event handler: ${place}`);
    // An animation could set a reference later.
    if (attribute === 'attributename' && /href|src|^on/i.test(value))
      invalid(`is an SVG that animates a reference: ${place}`);
    if (attribute === 'srcset') invalid(`is an SVG with a reference to another file: ${place}`);
    if (REFERENCES.has(attribute)) checkReference(kind, value, place);
    else checkCss(value, place);
  }
}

function checkReference(element: string, value: string, place: string): void {
  const address = value.replaceAll(/[\s\p{Cc}]/gu, '');
  if (address === '' || address.startsWith('#') || EMBEDDED.test(address)) return;
  // A link loads nothing.
  if (element === 'a' && /^(?:https?:|mailto:|tel:)/i.test(address)) return;
  invalid(`is an SVG with a reference to another file: ${place}: "${address.slice(0, 100)}"`);
}

const CSS_ADDRESS = /(?:url|src|image)\(\s*(["']?)([^"')]*)/gi;

/** Checks the addresses of CSS, also in the attributes that are CSS: `fill="url(#gradient)"`. */
function checkCss(css: string, place: string): void {
  checkAddresses(css, place);
  // What looks like a comment can be a part of a string, so both forms are checked.
  if (css.includes('/*')) checkAddresses(css.replaceAll(/\/\*.*?\*\//gs, ''), place);
}

function checkAddresses(css: string, place: string): void {
  const plain = decodeEscapes(css);
  if (/@import/i.test(plain)) invalid(`is an SVG with a reference to another file: @import in ${place}`);
  // Its addresses can be strings without a function.
  if (/image-set\(/i.test(plain))
    invalid(`is an SVG with a reference to another file: image-set() in ${place}`);
  for (const { 2: address = '' } of plain.matchAll(CSS_ADDRESS)) checkReference('', address, place);
}

/** Source: CSS Syntax 3, 4.3.7. */
const decodeEscapes = (css: string): string =>
  css.includes('\\')
    ? css.replaceAll(/\\(?:([0-9A-Fa-f]{1,6})\s?|(.))/gs, (_, code?: string, character = '') =>
        code === undefined ? character : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10_ffff)),
      )
    : css;

/** In CSS pixels, from `width` and `height`, or else from the `viewBox`. */
function readSize(root: XmlElement): PartDetails {
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
