import type { PrintJob } from '@platen/pdf';

/**
 * Scripts, frames, what loads, moves, scrolls or gets the focus. CSS can write these words in other ways, with a backslash.
 * What is only text is found too, which costs nothing but time.
 */
const NEEDS_TIME =
  /<(?:script|object|link|image|use|feimage|marquee|select|set|video|audio)|autofocus|frame|src|poster|url|@import|image-set|animat|starting-style|scroll-|http-equiv|background\s*=|\bon[a-z]+\s*=|\\/i;

/** In style attributes and in SVG, they can also be character references. */
export const mayHideWords = (html: string): boolean => html.includes('&#') && /style\s*=|<svg/i.test(html);

/**
 * A background with the attachment `fixed` is placed in the window, and the smallest window has no room for it. The word may be
 * the value of a variable.
 */
const FIXED = /(?<!(?:position|table-layout)\s{0,9}:\s{0,9})\bfixed\b/i;

const hasFixedBackground = (html: string): boolean => FIXED.test(html) && /background/i.test(html);

const isStill = (html: string): boolean =>
  !NEEDS_TIME.test(html) && !mayHideWords(html) && !hasFixedBackground(html);

/** Nothing happens in the document after it is parsed. */
export const isStatic = ({ address, html }: PrintJob): boolean => !address && isStill(html);

/** An image in the HTML. Attributes before `src` are kept. They are limited, because thousands of them would overflow the stack. */
const OWN_IMAGE =
  /<img((?:\s+(?:alt|class|height|id|style|title|width)\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[\w.%-]+)){0,7})\s+src\s*=\s*(["'])data:image\/[\w.+-]+[;,][^"'<>]*\2/gi;

/** The source of a font that is in the HTML. */
const OWN_FONT =
  /src\s*:\s*url\(\s*(["']?)data:(?:font|application)\/[\w.+-]+;[\w=;-]*base64,[\w+/=]*\1\s*\)/gi;

/** Without a layout, all fonts are loaded. If there are many, a layout may be faster, because it loads only those that are used. */
const MAX_OWN_FONTS = 4;

interface WithoutData {
  readonly others: string;
  /** How many were taken out. */
  readonly fonts: number;
}

/** The HTML without the images and fonts in it. */
function takeOwnData(html: string): WithoutData {
  if (!html.includes('data:')) return { others: html, fonts: 0 };
  let fonts = 0;
  const others = html.replaceAll(OWN_IMAGE, '<img$1').replaceAll(OWN_FONT, () => {
    fonts += 1;
    return '';
  });
  return { others, fonts };
}

/** In the smallest window, other fonts could belong to the document than on paper. */
const DEPENDS_ON_WINDOW = /@media(?!\s+(?:print|screen)\s*\{)|media\s*=/i;

/** Nothing happens in the document but that images and fonts are loaded, and they are in the HTML. */
export function isSelfContained({ address, html }: PrintJob): boolean {
  if (address || !html.includes('data:')) return false;
  const { others, fonts } = takeOwnData(html);
  return fonts <= MAX_OWN_FONTS && isStill(others) && !DEPENDS_ON_WINDOW.test(others);
}

/**
 * The nodes of replaced documents stay in memory for a while. Those of longer texts would be too many, and clearing is a small part of
 * their time.
 */
const MAX_TRACELESS_CHARACTERS = 30_000;

/** With images and fonts. A page keeps them until its next document comes. */
const MAX_TRACELESS_HTML = 1_000_000;

/** Most documents have these. */
const HARMLESS =
  /<meta\s+charset\s*=\s*["']?[\w-]+["']?\s*\/?>|<meta\s+name\s*=\s*(["'])(?:author|description|generator|keywords|viewport)\1\s+content\s*=\s*(?:"[^"<>]*"|'[^'<>]*')\s*\/?>|<style(?:\s+(?:media|type)\s*=\s*"[\w ,./:()-]*"){0,2}\s*>/gi;

/** What the window keeps when other markup replaces these: policies, the base address, the chosen style sheets, the colours of links. */
const LEAVES_TRACE = /<(?:meta|base|style|embed)|link\s*=|@property/i;

/** When other markup replaces this, nothing of it is left in the window. For a document that is static or self-contained. */
export function leavesNoTrace({ html }: PrintJob): boolean {
  if (html.length > MAX_TRACELESS_HTML) return false;
  const { others } = takeOwnData(html);
  return others.length <= MAX_TRACELESS_CHARACTERS && !LEAVES_TRACE.test(others.replaceAll(HARMLESS, ''));
}
