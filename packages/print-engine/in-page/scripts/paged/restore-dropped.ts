import { PAGED_CSS } from '../../paged-css.ts';
import { copyDeclarations, copyRules } from './copy-rules.ts';
import { isReadable, readRules } from '../css-rules.ts';
import type { IgnoredCss } from '../ignored-in-page.ts';
import { page, plain } from '../pristine.ts';
import type { PageWarning } from '../../paged-messages.ts';
import { RENAMED, renameDropped } from './rename-dropped.ts';
import type { SheetTexts } from './sheet-texts.ts';

export interface RestoredCss {
  /** CSS for pages that neither Chromium nor Platen supports. */
  readonly unsupported: readonly IgnoredCss[];
  /** About style sheets whose text or rules cannot be read. */
  readonly unreadable: readonly PageWarning[];
}

const MAX_NAMED = 10;
const MAX_ADDRESS_CHARACTERS = 1_000;

/** The query of an address can have a secret. */
const withoutQuery = (address: string): string =>
  address.slice(0, MAX_ADDRESS_CHARACTERS).split(/[?#]/, 1).join('');

const toUnreadable = (address: string, advice: string): PageWarning => ({
  code: 'STYLE_SHEET_UNREADABLE',
  message: `The style sheet ${withoutQuery(address)} cannot be read, so its CSS for pages, such as \`string-set\` and \`target-counter()\`, has no effect. ${advice}, or its rules must be in a <style>.`,
});

const ALLOW = 'Its server must send the header Access-Control-Allow-Origin';
const LINK = 'It is of another server, so it must be linked, not imported';

const REGISTRY = new CSSStyleSheet();
REGISTRY.replaceSync(RENAMED.map((name) => `@property ${name} { syntax: '*'; inherits: false }`).join('\n'));

/**
 * Adds to the style sheets what Chromium dropped when it parsed them: see `renameDropped`. The texts are parsed again, with other names, and
 * what is new is copied. The style sheets stay, so nothing is loaded again.
 */
export function restoreDropped(roots: readonly (Document | ShadowRoot)[], texts: SheetTexts): RestoredCss {
  const unsupported: IgnoredCss[] = [];
  const unreadable: PageWarning[] = [];
  const restore = (sheet: CSSStyleSheet): void => {
    const { ownerNode, href } = sheet;
    const text = ownerNode instanceof HTMLStyleElement ? ownerNode.textContent : texts.get(href ?? '');
    if (text === null && href !== null) unreadable.push(toUnreadable(href, ALLOW));
    if (text) {
      const renamed = renameDropped(text);
      unsupported.push(...renamed.unsupported);
      if (renamed.found && isReadable(sheet)) copyRules(parse(renamed.text), sheet);
      else if (renamed.found && href !== null) unreadable.push(toUnreadable(href, LINK));
    }
    for (const rule of readRules(sheet))
      if (rule instanceof CSSImportRule && rule.styleSheet !== null) restore(rule.styleSheet);
  };
  for (const root of roots) {
    for (const sheet of root.styleSheets) restore(sheet);
    for (const element of root.querySelectorAll<HTMLElement>('[style]'))
      restoreAttribute(element, unsupported);
  }
  page.adoptedStyleSheets = [REGISTRY, ...page.adoptedStyleSheets];
  return { unsupported, unreadable: unreadable.slice(0, MAX_NAMED) };
}

function parse(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

function restoreAttribute(element: HTMLElement, unsupported: IgnoredCss[]): void {
  const declarations = plain(element).getAttribute('style') ?? '';
  if (!PAGED_CSS.test(declarations)) return;
  const renamed = renameDropped(`style { ${declarations} }`);
  unsupported.push(...renamed.unsupported);
  const [rule] = renamed.found ? parse(renamed.text).cssRules : [];
  if (rule instanceof CSSStyleRule) copyDeclarations(rule.style, plain(element).style);
}
