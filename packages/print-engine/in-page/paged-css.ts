/**
 * CSS for pages that Chromium does not have: functions, properties and page selectors of css-content-3, css-gcpm-3 and css-page-3, breaks
 * to a left or right page, other counters than those of pages in margin boxes, and what only other programs have. A document without these words is not searched for such CSS.
 */
export const PAGED_CSS =
  /target-(?:counter|text)|\b(?:leader|string)\(|string-set|\bbookmark-(?:level|label|state)|\bfootnote-(?:display|policy)|\bmargin-(?:inside|outside)\s*:|float\s*:\s*footnote|@footnote|::footnote-|\brunning\(|break-(?:before|after)\s*:\s*(?:left|right|recto|verso)|@page[^{};]{0,80}:(?:blank|nth)|counter-(?:reset|set)\s*:[^;}]{0,200}\bpage\b|@page[^{};]{0,80}\{[^}]{0,200}counter-increment|counter\(\s*page\s*,|[;{\s](?:bleed|marks)\s{0,9}:|(?:-(?:prince|ah|ro|weasy)|\bprince)-[a-z-]{1,40}\s{0,9}:|@(?:-ro|-?prince)-|\bfloat-(?:reference|offset|defer)\b|\bcopy-into\b|\bfloat\s{0,9}:\s{0,9}(?:top|bottom|snap)|\bcontent\s{0,9}:[^;}]{0,100}\belement\(|@(?:top|right|bottom|left)-[a-z-]{1,20}\s{0,9}\{[^}]{0,200}\bcounters?\(\s{0,9}(?!pages?\b)[\w-]/i;
