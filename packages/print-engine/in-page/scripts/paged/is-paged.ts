import { findShadowRoots } from '../documents.ts';
import { page } from '../pristine.ts';

/** Whether the document may print numbers of its pages, or needs blank ones. */
export const isPaged = (mayHaveShadowRoots: boolean): boolean =>
  page.querySelector('.pageNumber:empty, .totalPages:empty') !== null ||
  hasSidedBreaks() ||
  [page, ...(mayHaveShadowRoots ? findShadowRoots(document) : [])].some((root) =>
    hasStyle(root, ({ content }) => content.includes('target-')),
  );

/** Whether a style of the main document asks for a left or right page. Those of shadow trees do not count. */
export const hasSidedBreaks = (): boolean =>
  hasStyle(page, isSided) ||
  Array.from(page.querySelectorAll<HTMLElement>('[style*="break-"]')).some(({ style }) => isSided(style));

const SIDE = /^(?:left|right|recto|verso)$/;

const isSided = ({ breakBefore, breakAfter }: CSSStyleDeclaration): boolean =>
  SIDE.test(breakBefore) || SIDE.test(breakAfter);

type Test = (style: CSSStyleDeclaration) => boolean;

const hasStyle = ({ styleSheets, adoptedStyleSheets }: Document | ShadowRoot, test: Test): boolean =>
  [...styleSheets, ...adoptedStyleSheets].some((sheet) => hasRule(sheet, test));

function hasRule(owner: CSSStyleSheet | CSSRule, test: Test): boolean {
  if ('style' in owner && owner.style instanceof CSSStyleDeclaration && test(owner.style)) return true;
  if (owner instanceof CSSImportRule) return owner.styleSheet !== null && hasRule(owner.styleSheet, test);
  try {
    return 'cssRules' in owner && Array.from(owner.cssRules).some((rule) => hasRule(rule, test));
  } catch {
    return false;
  }
}
