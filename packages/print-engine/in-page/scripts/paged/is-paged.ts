import { readStyles } from '../css-rules.ts';
import { findShadowRoots } from '../documents.ts';
import { page } from '../pristine.ts';

/** Whether the document may print numbers of its pages, or needs blank ones. */
export const isPaged = (mayHaveShadowRoots: boolean): boolean =>
  page.querySelector('.pageNumber:empty, .totalPages:empty') !== null ||
  hasSidedBreaks() ||
  [page, ...(mayHaveShadowRoots ? findShadowRoots(document) : [])].some((root) =>
    hasStyle(root, ({ content }) => refersToTargets(content)),
  );

/** @param content the value of the property `content` */
export const refersToTargets = (content: string): boolean => /target-/i.test(content);

/** Whether a style of the main document requires a left or right page. Styles of shadow trees do not count. */
export const hasSidedBreaks = (): boolean =>
  hasStyle(page, isSided) ||
  Array.from(page.querySelectorAll<HTMLElement>('[style*="break-"]')).some(({ style }) => isSided(style));

const SIDE = /^(?:left|right|recto|verso)$/;

const isSided = ({ breakBefore, breakAfter }: CSSStyleDeclaration): boolean =>
  SIDE.test(breakBefore) || SIDE.test(breakAfter);

type Test = (style: CSSStyleDeclaration) => boolean;

const hasStyle = ({ styleSheets, adoptedStyleSheets }: Document | ShadowRoot, test: Test): boolean =>
  [...styleSheets, ...adoptedStyleSheets].some((sheet) => readStyles(sheet).some(test));
