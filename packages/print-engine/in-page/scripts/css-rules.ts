/** Returns the rules in a style sheet or in a rule. Chromium does not show those of a style sheet of another origin. */
export function readRules(owner: CSSStyleSheet | CSSRule): CSSRule[] {
  const list = owner instanceof CSSImportRule ? owner.styleSheet : owner;
  try {
    return list !== null && 'cssRules' in list ? [...list.cssRules] : [];
  } catch {
    return [];
  }
}

/** Returns whether Chromium shows the rules of a style sheet. */
export function isReadable(sheet: CSSStyleSheet): boolean {
  try {
    return sheet.cssRules instanceof CSSRuleList;
  } catch {
    return false;
  }
}

/** Yields the declarations of all rules, including nested and imported ones. */
export function* readStyles(owner: CSSStyleSheet | CSSRule): Generator<CSSStyleDeclaration> {
  if ('style' in owner && owner.style instanceof CSSStyleDeclaration) yield owner.style;
  for (const rule of readRules(owner)) yield* readStyles(rule);
}
