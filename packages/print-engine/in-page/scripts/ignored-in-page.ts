/** Properties that Chromium keeps in `@page` rules and does not use there. Measured with Chromium 153. */
const UNUSED =
  /^(?:background-image|box-shadow|border-(?:[a-z-]+-)?radius|opacity|transform|rotate|scale|translate|filter|clip-path|mix-blend-mode|content|position|float|display|zoom|columns?|column-[a-z-]+|page|break-[a-z]+|page-break-[a-z]+|orphans|widows|inset|top|right|bottom|left)$/;

const probe = new CSSStyleSheet();

/** Returns whether Chromium drops a declaration of an `@page` rule, or keeps it without an effect. */
export function isIgnoredInPage(property: string, value: string): boolean {
  if (UNUSED.test(property)) return true;
  // Only the colour of a background is painted.
  if (property === 'background' && /\b(?:gradient|url|image-set)\(|-gradient\(/i.test(value)) return true;
  probe.replaceSync(`@page { ${property}: ${value} }`);
  const [rule] = probe.cssRules;
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

/** Lists the first declarations of `@page` rules that have no effect, as they are written. */
export const listIgnored = (css: string): string[] =>
  Array.from(withoutComments(css).matchAll(PAGE_RULE))
    .slice(0, MAX_RULES)
    // An address may have a semicolon.
    .filter(([, declarations = '']) => !/url\(/i.test(declarations))
    .flatMap(([, declarations = '']) => Array.from(declarations.matchAll(DECLARATION)))
    .filter(([, name = '', value = '']) =>
      isIgnoredInPage(name.toLowerCase(), value.replace(/!\s*important/i, '')),
    )
    .map(([text]) => text.trim());
