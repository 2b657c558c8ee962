import { plain } from './pristine.ts';
/** All bands share one document, which holds the fonts. So a band's fonts get names that no other band has. */

/** The key is the name in the band's own styles, in lower case. The value is the new name, with quotes. */
type Families = ReadonlyMap<string, string>;

/** Renames the fonts in the rules that declare them. */
export function takeFamilies(rules: readonly CSSRule[], bandName: string): Families {
  const families = new Map<string, string>();
  for (const rule of rules) {
    if (rule instanceof CSSGroupingRule) {
      for (const [family, name] of takeFamilies([...rule.cssRules], bandName)) families.set(family, name);
    } else if (rule instanceof CSSFontFaceRule) {
      const family = unquoted(rule.style.getPropertyValue('font-family'));
      const name = JSON.stringify(`${bandName}: ${family}`);
      families.set(family.toLowerCase(), name);
      rule.style.setProperty('font-family', name);
    }
  }
  return families;
}

/** Renames the fonts in the rules that use them. */
export function renameFamilies(rules: readonly CSSRule[], families: Families): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule || rule instanceof CSSKeyframeRule) renameInStyle(rule.style, families);
    const isOuter =
      rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule || rule instanceof CSSKeyframesRule;
    if (isOuter) renameFamilies([...rule.cssRules], families);
  }
}

/** Renames the fonts in `style`, and in the attributes of SVG and `<font>`. */
export function renameInAttributes(band: Document, families: Families): void {
  for (const element of band.querySelectorAll('[style]')) {
    if (element instanceof HTMLElement || element instanceof SVGElement)
      renameInStyle(plain(element).style, families);
  }
  for (const [selector, attribute] of [
    ['[font-family]', 'font-family'],
    ['font[face]', 'face'],
  ] as const) {
    for (const element of band.querySelectorAll(selector)) {
      plain(element).setAttribute(attribute, renamed(plain(element).getAttribute(attribute) ?? '', families));
    }
  }
}

/** A custom property may have a whole `font`, so a name may follow other words there. */
function renameInStyle(style: CSSStyleDeclaration, families: Families): void {
  for (const name of Array.from(style)) {
    if (name !== 'font-family' && !name.startsWith('--')) continue;
    const value = style.getPropertyValue(name);
    const changed = renamed(value, families);
    if (changed !== value) style.setProperty(name, changed, style.getPropertyPriority(name));
  }
}

/** Matches a string, or the text between two commas. A string that is not closed goes to the end. */
const FAMILY = /"(?:[^"\\]|\\(?:.|$))*"?|'(?:[^'\\]|\\(?:.|$))*'?|[^,"']+/gs;

/** A name is looked for in the last words only, because a text can have any number of them. */
const MAX_WORDS = 8;

const renamed = (value: string, families: Families): string =>
  value.replaceAll(FAMILY, (text) => {
    const words = text.trim().split(/\s+/);
    for (let start = Math.max(0, words.length - MAX_WORDS); start < words.length; start += 1) {
      const name = families.get(unquoted(words.slice(start).join(' ')).toLowerCase());
      if (name !== undefined) return ` ${[...words.slice(0, start), name].join(' ')}`;
    }
    return text;
  });

const unquoted = (text: string): string =>
  /^["']/.test(text) ? text.slice(1, -1).replaceAll(/\\(.)/gs, '$1') : text;
