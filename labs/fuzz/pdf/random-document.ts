import type { Random } from '../../../test/support/random.ts';

export interface RandomDocument {
  readonly html: string;
  /** Words that the PDF must have: each is once in the HTML. */
  readonly words: readonly string[];
  /** It has a page break or a height that needs more than one page. */
  readonly breaks: boolean;
  /** The size in its `@page` rule, in millimetres. */
  readonly cssPage: { readonly widthMm: number; readonly heightMm: number } | null;
}

const SCRIPTS = [
  'The quick brown fox jumps over the lazy dog.',
  'Größe, Übung, façade, naïve, Łódź',
  'Съешь же ещё этих мягких французских булок',
  'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία',
  'שלום עולם, מסמך 42',
  'مرحبا بالعالم ١٢٣',
  'नमस्ते दुनिया',
  'สวัสดีชาวโลก',
  '日本語の文章。改行される。',
  '안녕하세요 세계',
  'e\u0301 a\u0308 \u202Eabc\u202C \u200Bzero\u00ADwidth',
  '👩‍👩‍👧 🇩🇪 ✔︎ ∑ ∞ ≠',
];

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><circle cx="10" cy="10" r="9" fill="teal"/></svg>')}`;

const MAX_DEPTH = 2;

/** HTML that Chromium prints: text, tables, images, floats, breaks, links, forms, styles. */
export class DocumentGenerator {
  readonly #random: Random;
  readonly #words: string[] = [];
  #breaks = false;

  constructor(random: Random) {
    this.#random = random;
  }

  document(): RandomDocument {
    const blocks = Array.from({ length: 1 + this.#random.below(12) }, () => this.#block(0));
    const cssPage = this.#random.chance(0.15) ? this.#random.pick(PAGES) : null;
    const rule =
      cssPage === null
        ? ''
        : `@page { size: ${cssPage.widthMm}mm ${cssPage.heightMm}mm; margin: ${cssPage.widthMm / 5}mm }`;
    const html = `${this.#random.pick(HEADS)}<style>${rule} ${this.#random.pick(STYLES)}</style>${blocks.join('\n')}`;
    return { html, words: this.#words, breaks: this.#breaks, cssPage };
  }

  #block(depth: number): string {
    const simple = [
      () => this.#paragraph(),
      () => this.#paragraph(),
      () => this.#heading(),
      () => this.#paragraph('style="text-align:justify;hyphens:auto" lang="en"'),
      () => this.#paragraph('dir="rtl"'),
      () => `<p>${this.#random.pick(SCRIPTS).repeat(1 + this.#random.below(20))}</p>`,
      () =>
        `<img src="${this.#random.pick([PIXEL, PICTURE])}" width="${10 + this.#random.below(80)}" height="30">`,
      () => `<p><a href="https://example.com/${this.#word()}">link</a> <a href="#top">up</a></p>`,
      () => '<hr>',
      () => FORM,
      () => SVG,
      () => `<div style="position:absolute;left:-50px;top:10px">out</div>`,
      () => '<math><mfrac><mi>a</mi><msqrt><mi>b</mi></msqrt></mfrac></math>',
      () => this.#break(),
    ];
    // Inside a table or beside other boxes they would push words off the paper.
    const wide = [
      () => `<pre>${'x '.repeat(this.#random.below(80))}</pre>`,
      () => `<div style="width:3000px;height:4px;background:red"></div>`,
      () => `<p>${'a'.repeat(180)}</p>`,
      () => `<div style="writing-mode:vertical-rl;height:40mm">${this.#random.pick(SCRIPTS)}</div>`,
    ];
    const nested = [
      () => this.#table(depth),
      () => this.#table(depth),
      () => this.#list(depth),
      () =>
        `<div style="float:${this.#random.pick(['left', 'right'])};width:40%">${this.#block(depth + 1)}</div>`,
      // A table may be wider than a column, and Chromium cuts it off.
      () => `<div style="columns:2">${this.#block(MAX_DEPTH)}${this.#block(MAX_DEPTH)}</div>`,
      () => `<div style="display:flex;gap:4px">${this.#block(depth + 1)}${this.#block(depth + 1)}</div>`,
      () => `<div style="display:grid;grid-template-columns:1fr 1fr">${this.#block(depth + 1)}</div>`,
      () => `<div style="break-inside:avoid;border:1px solid">${this.#block(depth + 1)}</div>`,
      () => `<div style="transform:rotate(2deg);opacity:.8">${this.#block(depth + 1)}</div>`,
      () => `<blockquote>${this.#block(depth + 1)}</blockquote>`,
      () => `<details open><summary>s</summary>${this.#block(depth + 1)}</details>`,
    ];
    if (depth === 0) return this.#random.pick([...simple, ...nested, ...wide])();
    return this.#random.pick(depth < MAX_DEPTH ? [...simple, ...nested] : simple)();
  }

  /** A word that is nowhere else. */
  #word(): string {
    return `w${this.#random.below(1e6).toString(36)}`;
  }

  #marked(): string {
    const word = `m${this.#words.length}q${this.#random.below(46_656).toString(36)}z`;
    this.#words.push(word);
    return word;
  }

  #paragraph(attributes = ''): string {
    const sentences = Array.from({ length: this.#random.below(6) }, () => this.#random.pick(SCRIPTS));
    return `<p ${attributes}>${this.#marked()} ${sentences.join(' ')}</p>`;
  }

  #heading(): string {
    const level = 1 + this.#random.below(6);
    return `<h${level} id="${this.#word()}">${this.#marked()} ${this.#random.pick(SCRIPTS.slice(0, 4))}</h${level}>`;
  }

  #break(): string {
    this.#breaks = true;
    return this.#random.pick([
      () => `<div style="break-before:page">${this.#marked()}</div>`,
      () => `<div style="page-break-after:always">${this.#marked()}</div>`,
      () => `<div style="height:${100 + this.#random.below(1_500)}px;background:#eee"></div>`,
      () => '<div style="height:100vh"></div>',
    ])();
  }

  #table(depth: number): string {
    const rows = Array.from({ length: this.#random.pick([1, 3, 60]) }, (_, row) => {
      const inner = row === 0 && depth < MAX_DEPTH ? this.#block(depth + 1) : String(row);
      return `<tr><td>${inner}</td><td>${row === 1 ? this.#marked() : 'cell'}</td></tr>`;
    });
    if (rows.length > 3) this.#breaks = true;
    const style = this.#random.pick(['', 'border-collapse:collapse', 'table-layout:fixed;width:100%']);
    return `<table border="1" style="${style}"><thead><tr><th>A</th><th>B</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
  }

  #list(depth: number): string {
    const items = Array.from(
      { length: 1 + this.#random.below(4) },
      () => `<li>${this.#block(depth + 1)}</li>`,
    );
    return this.#random.chance(0.5) ? `<ol>${items.join('')}</ol>` : `<ul>${items.join('')}</ul>`;
  }
}

const PAGES = [
  { widthMm: 100, heightMm: 150 },
  { widthMm: 200, heightMm: 120 },
  { widthMm: 210, heightMm: 297 },
];

const HEADS = [
  '',
  '<!doctype html><title>Title</title>',
  '<!doctype html><html lang="ar"><meta charset="utf-8">',
];

const STYLES = [
  '',
  'body { margin: 0; font-family: serif }',
  'html { font-size: 9pt } p { margin: 0 0 1em }',
  '* { box-sizing: border-box } body { background: #fed; color: #123 }',
  '@media print { p { color: navy } } @page { margin: 30mm }',
  '@page :first { margin-top: 50mm } @page { @bottom-center { content: counter(page) } }',
  'body { overflow: hidden; height: 100% }',
];

const FORM =
  '<form><input value="text"><input type="checkbox" checked><select><option>one</select><textarea>t</textarea><button>b</button></form>';

const SVG =
  '<svg width="120" height="40" viewBox="0 0 120 40"><defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient></defs><rect width="120" height="40" fill="url(#g)"/><text x="5" y="25">svg</text></svg>';
