import { readRules } from '../css-rules.ts';

/** A rule such as `@bottom-center` in an `@page` rule. */
export interface MarginBox {
  /** Such as `bottom-center`. */
  readonly name: string;
  readonly style: CSSStyleDeclaration;
}

export const listMarginBoxes = (rule: CSSPageRule): MarginBox[] => readRules(rule).filter(isMarginBox);

const isMarginBox = (rule: CSSRule): rule is CSSRule & MarginBox => 'name' in rule && 'style' in rule;
