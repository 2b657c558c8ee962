import { BROUGHT, CARRIED } from '../features/carried-sums/attributes.ts';
import { readCss } from '@platen/markup';
import { PAGED_CSS } from '../in-page/paged-css.ts';
import { readTags, type StartTag } from './html-tags.ts';

/** The elements, attributes and style sheets of a document say what its HTML can do. */
export interface HtmlTraits {
  /** After the document is parsed, nothing happens in it except that its own images and fonts are loaded. */
  readonly isStill: boolean;
  readonly ownImages: number;
  readonly ownFonts: number;
  /** Other style sheets and fonts could apply to it in another window. */
  readonly dependsOnWindow: boolean;
  /** Something of it may stay in the window when other markup replaces it. */
  readonly leavesTrace: boolean;
  readonly hasGraphics: boolean;
  /** The length of the HTML without its own images and fonts. */
  readonly markupCharacters: number;
}

/** Elements that run, load, move, or draw what depends on the window. */
const RESTLESS = new Set(
  (
    'script object embed iframe frame frameset fencedframe portal applet video audio source track image use feimage ' +
    'marquee select set animate animatemotion animatetransform discard'
  ).split(' '),
);

/** Attributes that load, take the focus, or depend on pages. The `src` of an image has a rule of its own. */
const RESTLESS_ATTRIBUTES = new Set([
  ...'src srcset imagesrcset poster background data autofocus srcdoc lowsrc'.split(' '),
  CARRIED,
  BROUGHT,
]);

/** SVG attributes that can have an address. */
const PAINT = new Set(
  'fill stroke filter clip-path mask cursor marker marker-start marker-mid marker-end'.split(' '),
);

/** The address of these elements is a link, which nobody follows. */
const ANCHORS = new Set(['a', 'area', 'base', 'link']);

/** Links to these load nothing. */
const HARMLESS_RELATIONS = new Set(['canonical', 'author', 'license', 'help', 'alternate']);

/** `<meta>` elements of these names and kinds change neither the document nor its window. */
const HARMLESS_META = new Set(['author', 'description', 'generator', 'keywords', 'viewport']);
const HARMLESS_HEADERS = new Set(['content-type', 'x-ua-compatible']);

const OWN_FONT = /^data:(?:font|application)\/[\w.+-]+;[\w=;-]*base64,/i;

const OWN_IMAGE = /^data:image\/[\w.+-]+[;,]/i;

/** CSS that loads, moves, scrolls, or is placed in the window. */
const RESTLESS_CSS = /url\(|src\(|local\(|@import|image-set|animat|starting-style|scroll-|\bsticky\b/i;

/**
 * A background with the attachment `fixed` is placed in the window, and the smallest window has no room for it. The word may be
 * the value of a variable.
 */
const FIXED = /(?<!(?:position|table-layout)\s{0,9}:\s{0,9}|[-.#\w])fixed(?![-\w])/i;

const DEPENDS_ON_WINDOW = /@media(?!\s+(?:print|screen)\s*\{)/i;

/** In a style attribute, other character references could hide a word. */
const PLAIN_REFERENCE = /&(?:amp|quot|apos|nbsp|#39|#34|#x27|#x22);/gi;

/** Reads the HTML once. In doubt, a document is not still. */
export function readTraits(html: string): HtmlTraits {
  const reader = new TraitsReader();
  const isRead = readTags(html, reader);
  return reader.toTraits(html, isRead);
}

class TraitsReader {
  #isRestless = false;
  #ownImages = 0;
  #ownFonts = 0;
  #ownCharacters = 0;
  #dependsOnWindow = false;
  #leavesTrace = false;
  #hasGraphics = false;
  #hasFixed = false;
  #hasBackground = false;

  onTag({ name, attributes }: StartTag): void {
    this.#isRestless ||= RESTLESS.has(name);
    this.#hasGraphics ||= name === 'svg';
    if (name === 'meta') this.#addMeta(attributes);
    else if (name === 'link') this.#isRestless ||= !isHarmlessLink(attributes);
    else if (name === 'style') this.#addStyleElement(attributes);
    else if (name === 'base') this.#leavesTrace = true;
    else if (name === 'img') this.#addImage(attributes);
    for (const [attribute, value] of attributes) this.#addAttribute(name, attribute, value);
  }

  onStyle(css: string): void {
    const { rest, addresses } = readCss(css);
    for (const address of addresses) this.#addAddress(address);
    this.#isRestless ||= RESTLESS_CSS.test(rest) || PAGED_CSS.test(rest);
    this.#dependsOnWindow ||= DEPENDS_ON_WINDOW.test(rest);
    this.#leavesTrace ||= /@property/i.test(rest);
    this.#hasFixed ||= FIXED.test(rest);
    this.#hasBackground ||= /background/i.test(rest);
  }

  #addAddress(address: string): void {
    const isOwnFont = OWN_FONT.test(address.slice(0, 100));
    if (isOwnFont) this.#ownFonts += 1;
    if (isOwnFont) this.#ownCharacters += address.length;
    this.#isRestless ||= !isOwnFont && !address.startsWith('#');
  }

  toTraits(html: string, isRead: boolean): HtmlTraits {
    return {
      isStill: isRead && !this.#isRestless && !(this.#hasFixed && this.#hasBackground),
      ownImages: this.#ownImages,
      ownFonts: this.#ownFonts,
      dependsOnWindow: this.#dependsOnWindow,
      leavesTrace: !isRead || this.#leavesTrace,
      hasGraphics: this.#hasGraphics,
      markupCharacters: html.length - this.#ownCharacters,
    };
  }

  #addMeta(attributes: StartTag['attributes']): void {
    const header = attributes.get('http-equiv')?.trim().toLowerCase();
    const name = attributes.get('name')?.trim().toLowerCase();
    this.#isRestless ||= header !== undefined && !HARMLESS_HEADERS.has(header);
    this.#leavesTrace ||= header !== undefined || (name !== undefined && !HARMLESS_META.has(name));
  }

  /** A style sheet with a title can be chosen. */
  #addStyleElement(attributes: StartTag['attributes']): void {
    this.#dependsOnWindow ||= attributes.has('media');
    this.#leavesTrace ||= attributes
      .keys()
      .some((attribute) => attribute !== 'media' && attribute !== 'type');
  }

  #addImage(attributes: StartTag['attributes']): void {
    const source = attributes.get('src');
    if (source === undefined) return;
    if (OWN_IMAGE.test(source.slice(0, 100)) && !attributes.has('srcset')) {
      this.#ownImages += 1;
      this.#ownCharacters += source.length;
    } else {
      this.#isRestless = true;
    }
  }

  #addAttribute(element: string, attribute: string, value: string): void {
    if (attribute === 'style') {
      const plain = value.replaceAll(PLAIN_REFERENCE, decodeReference);
      this.onStyle(plain);
      // The rest of the references could stand for any text.
      if (/&[#\w]/.test(plain)) this.#isRestless = true;
    } else if (attribute === 'class') {
      this.#isRestless ||= /pageNumber|totalPages/.test(value);
    } else if (attribute.startsWith('on')) {
      this.#isRestless = true;
    } else if (RESTLESS_ATTRIBUTES.has(attribute)) {
      this.#isRestless ||= attribute !== 'src' || element !== 'img';
    } else if (PAINT.has(attribute)) {
      this.#isRestless ||= /[\\&]/.test(value) || RESTLESS_CSS.test(readCss(value).rest);
      for (const address of readCss(value).addresses) this.#isRestless ||= !address.startsWith('#');
    } else if (attribute === 'href' || attribute === 'xlink:href') {
      const address = value.trim();
      this.#isRestless ||= (!ANCHORS.has(element) && !address.startsWith('#')) || /^entry:/i.test(address);
    } else if (attribute === 'link' || attribute === 'vlink' || attribute === 'alink') {
      this.#leavesTrace = true;
    }
  }
}

function isHarmlessLink(attributes: StartTag['attributes']): boolean {
  const relations = (attributes.get('rel') ?? '').trim().toLowerCase().split(/\s+/);
  return relations.every((relation) => HARMLESS_RELATIONS.has(relation));
}

const decodeReference = (reference: string): string =>
  /quot|34|22/i.test(reference)
    ? '"'
    : /apos|39|27/i.test(reference)
      ? "'"
      : /amp/i.test(reference)
        ? '&'
        : ' ';
