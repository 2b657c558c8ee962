/** Properties that Chromium keeps in `@page` rules and does not use there. Measured with Chromium 153. */
const UNUSED =
  /^(?:background-image|box-shadow|border-(?:[a-z-]+-)?radius|opacity|transform|rotate|scale|translate|filter|clip-path|mix-blend-mode|content|position|float|display|zoom|columns?|column-[a-z-]+|page|break-[a-z]+|page-break-[a-z]+|orphans|widows|inset|top|right|bottom|left)$/;

let probe: CSSStyleSheet | null = null;

function parse(css: string): CSSRuleList {
  probe ??= new CSSStyleSheet();
  probe.replaceSync(css);
  return probe.cssRules;
}

/** Returns whether Chromium drops a declaration of an `@page` rule, or keeps it without an effect. */
export function isIgnoredInPage(property: string, value: string): boolean {
  if (UNUSED.test(property)) return true;
  // Only the colour of a background is painted.
  if (property === 'background' && /\b(?:gradient|url|image-set)\(|-gradient\(/i.test(value)) return true;
  const [rule] = parse(`@page { ${property}: ${value} }`);
  return !(rule instanceof CSSPageRule) || rule.style.length === 0;
}

/** The declarations of an `@page` rule before its first margin box. */
const PAGE_RULE = /@page\b[^{};@]{0,200}\{([^{}@]{0,2000})/gi;
const DECLARATION = /([a-z-]{1,40})\s{0,20}:([^;]{1,300})/gi;

const withoutComments = (css: string): string =>
  css
    .split('*/')
    .map((part) => part.split('/*', 1).join(''))
    .join(' ');

const MAX_RULES = 50;

const SELECTOR = /@page\b([^{};@]{0,200})\{/gi;
const BOX = /@(?:top|right|bottom|left)-[a-z-]{1,20}/gi;
const BOXES =
  /^@(?:(?:top|bottom)-(?:left-corner|left|center|right|right-corner)|(?:left|right)-(?:top|middle|bottom))$/i;

const MAX_CHARACTERS = 80;

const matchesOf = (css: string, pattern: RegExp): RegExpExecArray[] =>
  Array.from(css.matchAll(pattern)).slice(0, MAX_RULES);

/** Lists what is for pages and has no effect, as it is written: declarations of `@page`, its selectors and its boxes. */
export function listIgnored(text: string): string[] {
  const css = withoutComments(text);
  const declarations = matchesOf(css, PAGE_RULE)
    // An address may have a semicolon.
    .filter(([, block = '']) => !/url\(/i.test(block))
    .flatMap(([, block = '']) => Array.from(block.matchAll(DECLARATION)))
    .filter(([, name = '', value = '']) =>
      isIgnoredInPage(name.toLowerCase(), value.replace(/!\s*important/i, '')),
    )
    .map(([declaration]) => `${declaration.trim().slice(0, MAX_CHARACTERS)} (in @page)`);
  const selectors = matchesOf(css, SELECTOR)
    .filter(([, selector = '']) => !/:(?:blank|nth)/i.test(selector) && !isPageSelector(selector))
    .map(([, selector = '']) => `@page ${selector.trim().slice(0, MAX_CHARACTERS)}`);
  const boxes = matchesOf(css, BOX).filter(([box]) => !BOXES.test(box));
  return [...selectors, ...declarations, ...boxes.map(([box]) => `${box} (in @page)`)];
}

const isPageSelector = (selector: string): boolean => parse(`@page ${selector} {}`).length > 0;
