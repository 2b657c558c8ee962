import { plain } from './pristine.ts';
import { replaceStrings } from '../named-strings.ts';
import { toBandCss } from './band-css.ts';
import { renameFamilies, renameInAttributes, takeFamilies } from './band-fonts.ts';

/** The limit for one band, because style sheets can import each other without end. */
const MAX_SHEETS = 50;

export interface BandStyles {
  /** The tree of the band gets them, in this order. */
  readonly sheets: readonly CSSStyleSheet[];
  /** The document gets them, because a shadow tree cannot declare fonts. They match no element. */
  readonly fonts: readonly CSSStyleSheet[];
  readonly unreadable: readonly UnreadableSheet[];
}

/** Only the browser may read it. The tree can import it, but its fonts cannot be taken out. */
export interface UnreadableSheet {
  readonly url: string;
  /** An `@import` rule for it. */
  readonly rule: string;
}

/** The rules of one file, or of one `<style>`. */
interface RuleGroup {
  readonly rules: readonly CSSRule[];
  readonly baseUrl: string;
  /** The conditions under which it is imported, such as `@media print`. */
  readonly conditions: readonly string[];
}

/**
 * Takes the style sheets out of a band, and leaves its elements. The rules apply in the tree of the band alone. They mean what
 * they mean in a document of their own: `:root` is the band's `<html>`, and no selector matches the host.
 * @param name of the band, which becomes part of the names of its fonts
 */
export async function takeStyles(band: Document, name: string, signal: AbortSignal): Promise<BandStyles> {
  const reader = new StyleReader(signal);
  for (const element of band.querySelectorAll('style, link[rel~="stylesheet" i]')) await reader.take(element);
  const rules = reader.groups.flatMap((group) => group.rules);
  const families = takeFamilies(rules, name);
  if (families.size > 0) {
    renameFamilies(rules, families);
    renameInAttributes(band, families);
  }
  return {
    sheets: [
      toInitialValues(rules),
      ...reader.groups.map((group) =>
        toSheet(
          group,
          group.rules.map(({ cssText }) => toBandCss(cssText)),
        ),
      ),
    ],
    fonts: reader.groups.map((group) => toSheet(group, group.rules.flatMap(findFontRules))),
    unreadable: reader.unreadable,
  };
}

class StyleReader {
  readonly groups: RuleGroup[] = [];
  readonly unreadable: UnreadableSheet[] = [];
  readonly #signal: AbortSignal;
  #sheets = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async take(element: Element): Promise<void> {
    const media = plain(element).getAttribute('media')?.trim();
    const conditions = media ? [`@media ${media}`] : [];
    const type = plain(element).getAttribute('type')?.trim().toLowerCase() || 'text/css';
    if (element instanceof HTMLLinkElement) {
      const isUsed = type === 'text/css' && !element.disabled && !element.relList.contains('alternate');
      if (isUsed && element.href !== '') await this.#import(element.href, conditions, media ?? '');
      plain(element).removeAttribute('href');
    } else {
      if (type === 'text/css') await this.#read(plain(element).textContent, document.baseURI, conditions);
      plain(element).textContent = '';
    }
  }

  async #read(text: string, baseUrl: string, conditions: readonly string[]): Promise<void> {
    const rules = parse(replaceStrings(text));
    for (const rule of rules) {
      if (!(rule instanceof CSSImportRule) || !URL.canParse(rule.href, baseUrl)) continue;
      const { href } = new URL(rule.href, baseUrl);
      await this.#import(href, [...conditions, ...toConditions(rule)], readImportConditions(rule));
    }
    this.groups.push({
      rules: rules.filter((rule) => !(rule instanceof CSSImportRule)),
      baseUrl,
      conditions,
    });
  }

  /** @param asWritten the conditions, in the syntax of an `@import` rule */
  async #import(href: string, conditions: readonly string[], asWritten: string): Promise<void> {
    this.#sheets += 1;
    if (this.#sheets > MAX_SHEETS) return;
    const text = await fetchCss(href, this.#signal);
    if (text === null)
      this.unreadable.push({ url: href, rule: `@import ${JSON.stringify(href)} ${asWritten};` });
    else await this.#read(text, href, conditions);
  }
}

/** @returns null if only the browser may read it, if it is not a style sheet, or if it does not arrive in time */
async function fetchCss(href: string, signal: AbortSignal): Promise<string | null> {
  try {
    const answer = await fetch(href, { signal });
    const isCss = answer.headers.get('content-type')?.toLowerCase().startsWith('text/css') === true;
    return answer.ok && isCss ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** The rules are parsed in a document that loads nothing. */
function parse(text: string): CSSRule[] {
  const inert = document.implementation.createHTMLDocument();
  const style = inert.createElement('style');
  style.textContent = text;
  inert.head.append(style);
  return [...(style.sheet?.cssRules ?? [])];
}

function toConditions({ media, supportsText, layerName }: CSSImportRule): string[] {
  const conditions = media.length > 0 ? [`@media ${media.mediaText}`] : [];
  if (supportsText !== null) conditions.push(`@supports (${supportsText})`);
  if (layerName !== null) conditions.push(`@layer ${layerName}`);
  return conditions;
}

/** Returns the part of an `@import` rule after its address. */
const readImportConditions = ({ cssText }: CSSImportRule): string =>
  cssText.slice(cssText.indexOf(')') + 1).replace(/;\s*$/, '');

function toSheet({ baseUrl, conditions }: RuleGroup, rules: readonly string[]): CSSStyleSheet {
  const sheet = new CSSStyleSheet({ baseURL: baseUrl });
  sheet.replaceSync(conditions.reduceRight((text, condition) => `${condition}{${text}}`, rules.join('\n')));
  return sheet;
}

/** Finds the font rules in a rule, each with the conditions around it. */
function findFontRules(rule: CSSRule): string[] {
  if (rule instanceof CSSFontFaceRule) return [rule.cssText];
  if (!(rule instanceof CSSGroupingRule)) return [];
  const inner = [...rule.cssRules].flatMap(findFontRules);
  const isCondition = rule instanceof CSSConditionRule;
  const start = rule.cssText.slice(0, rule.cssText.indexOf('{'));
  return inner.length > 0 && isCondition ? [`${start}{${inner.join('\n')}}`] : inner;
}

/** A shadow tree cannot register a property, so these rules set the initial values, before all rules of the band. */
function toInitialValues(rules: readonly CSSRule[]): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  const texts = rules.flatMap((rule) => {
    if (!(rule instanceof CSSPropertyRule) || rule.initialValue === null) return [];
    const declaration = `${rule.name}:${rule.initialValue}`;
    return rule.inherits ? [`:where(html){${declaration}}`] : [`*,::before,::after{${declaration}}`];
  });
  sheet.replaceSync(texts.join('\n'));
  return sheet;
}
