import { readRules } from '../css-rules.ts';
import { OWN } from './own-names.ts';
import { replaceNames } from './rename-pages.ts';

/** A style sheet or a rule that can have rules. */
type Owner = CSSStyleSheet | CSSGroupingRule | CSSStyleRule;

/** Scripts can insert or remove rules. A rule is searched for at most so many rules later. */
const MAX_DISTANCE = 1_000;

/** @param from declarations that `renameDropped` has changed */
export function copyDeclarations(from: CSSStyleDeclaration, to: CSSStyleDeclaration): void {
  for (const name of from)
    if (isNewDeclaration(from, name))
      to.setProperty(name, from.getPropertyValue(name), from.getPropertyPriority(name));
}

const isNewDeclaration = (style: CSSStyleDeclaration, name: string): boolean =>
  name.startsWith(`--${OWN}-`) || (name === 'content' && style.content.includes(`data-${OWN}-`));

/**
 * Copies what `renameDropped` has changed, rule by rule. Both lists have the same order, but a constructed style sheet has no `@import`, and
 * scripts may have changed the other one.
 */
export function copyRules(copy: Owner, original: Owner): void {
  const own = readRules(original);
  let at = own.findLastIndex((rule) => rule instanceof CSSImportRule) + 1;
  for (const rule of readRules(copy)) {
    if (isNewRule(rule)) {
      insert(original, rule, at);
      own.splice(at, 0, rule);
    } else {
      const next = own.slice(at, at + MAX_DISTANCE).findIndex((other) => isSame(rule, other));
      if (next < 0) continue;
      at += next;
      copyRule(rule, original, at);
    }
    at += 1;
  }
}

function copyRule(rule: CSSRule, owner: Owner, at: number): void {
  const original = owner.cssRules[at];
  if (original === undefined) return;
  if (hasNewCondition(rule)) {
    owner.deleteRule(at);
    owner.insertRule(rule.cssText, at);
    return;
  }
  if (hasStyle(rule) && hasStyle(original)) copyDeclarations(rule.style, original.style);
  if (isOwner(rule) && isOwner(original)) copyRules(rule, original);
}

/** Inserts a rule. `:nth(1)` becomes `:first` only now, because the rule must not be taken for one that the document has. */
function insert(owner: Owner, rule: CSSRule, at: number): void {
  owner.insertRule(rule.cssText, at);
  const inserted = owner.cssRules[at];
  if (inserted instanceof CSSPageRule)
    inserted.selectorText = replaceNames(inserted.selectorText, (selector, name) =>
      selector === 'first' ? `${name}:first` : null,
    );
}

/** Returns whether Chromium has dropped the rule, because it does not know its selector, or none of its declarations. */
function isNewRule(rule: CSSRule): boolean {
  if (rule instanceof CSSStyleRule || rule instanceof CSSPageRule)
    return rule.selectorText.includes(`${OWN}-`);
  if (rule instanceof CSSNestedDeclarations)
    return Array.from(rule.style).every((name) => isNewDeclaration(rule.style, name));
  return false;
}

const hasNewCondition = (rule: CSSRule): boolean =>
  rule instanceof CSSSupportsRule && rule.conditionText.includes(`--${OWN}-`);

const isSame = (one: CSSRule, other: CSSRule): boolean =>
  one.constructor === other.constructor && (hasNewCondition(one) || toKey(one) === toKey(other));

function toKey(rule: CSSRule): string {
  if (rule instanceof CSSStyleRule || rule instanceof CSSPageRule) return rule.selectorText;
  if (rule instanceof CSSConditionRule) return rule.conditionText;
  return 'name' in rule ? String(rule.name) : '';
}

const hasStyle = (rule: CSSRule): rule is CSSRule & { readonly style: CSSStyleDeclaration } =>
  'style' in rule && rule.style instanceof CSSStyleDeclaration;

const isOwner = (rule: CSSRule): rule is CSSGroupingRule | CSSStyleRule =>
  rule instanceof CSSGroupingRule || rule instanceof CSSStyleRule;
