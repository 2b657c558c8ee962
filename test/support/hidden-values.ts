import type { InvoiceData } from '../../packages/e-invoice/index.ts';
import type { Random } from './random.ts';

/** Hides a part of a page from people. Its text stays in the PDF. */
const HIDERS: readonly ((html: string) => string)[] = [
  (html) => `<span style="color: #fff">${html}</span>`,
  (html) => `<span style="color: #fefefe">${html}</span>`,
  (html) => `<span style="background: #234; color: #234">${html}</span>`,
  (html) => `<span style="opacity: .01">${html}</span>`,
  (html) => `<span style="color: transparent">${html}</span>`,
  (html) => `<span style="font-size: 1px">${html}</span>`,
  (html) =>
    `<span style="position: relative">${html}<span style="position: absolute; inset: -2px; background: #eee"></span></span>`,
  (html) =>
    `<span style="display: inline-block; overflow: hidden; width: 20mm; height: 5mm; text-indent: 30mm; white-space: nowrap">${html}</span>`,
];

/** Hides one value of a page, and returns its term. */
export function withHidden(
  html: string,
  data: InvoiceData,
  random: Random,
): { readonly html: string; readonly term: string; readonly hider: string } {
  const [term, text] = random.pick([
    ['BT-1', `No. ${data.number}`],
    ['BT-84', /IBAN [^<]+/.exec(html)?.[0] ?? ''],
  ] as const);
  const hide = random.pick(HIDERS);
  return { term, html: html.replace(text, hide(text)), hider: hide('') };
}
