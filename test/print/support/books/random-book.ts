import type { PrintJob } from '@platen/pdf';
import { Random } from '../../../support/random.ts';
import { bandOf, jobOf, sides } from '../jobs.ts';
import { BOOK_STYLE, drawFrame, drawPageStyle, WORDS } from './book-styles.ts';
import { drawScript } from './book-scripts.ts';

/** An element whose page the book prints. Its text begins with `~H3h`, and its picture with `P3p`, where 3 is its index. */
export interface BookTarget {
  readonly id: string;
  /** A heading sets the string, has a bookmark, and counts in the counter `sec`. */
  readonly isHeading: boolean;
  /** It begins with a picture, which may be on another page than its text. */
  readonly isPicture: boolean;
  /** It begins a section in the header. */
  readonly isChapter: boolean;
  /** The number with which pages start again, or null. */
  readonly restartsAt: number | null;
}

/** A list of pages, as in an index. */
export interface BookList {
  readonly targets: readonly number[];
}

/** A document that prints many numbers of its own pages, each beside a text that says whose number it is. */
export interface RandomBook {
  readonly job: PrintJob;
  /** In the order of the document. */
  readonly targets: readonly BookTarget[];
  readonly lists: readonly BookList[];
  readonly hasBookmarks: boolean;
  readonly hasSections: boolean;
}

const CHAPTERS = 4;
const MAX_DEPTH = 2;

/** Draws a book of about 8 to 20 pages. The same seed makes the same book. */
export const drawBook = (seed: number): RandomBook => new BookWriter(Random.seeded(seed)).write();

class BookWriter {
  readonly #random: Random;
  readonly #targets: BookTarget[] = [];
  #numbers = 0;
  readonly #hasNotes: boolean;
  readonly #hasRestarts: boolean;

  constructor(random: Random) {
    this.#random = random;
    this.#hasNotes = random.chance(0.1);
    this.#hasRestarts = random.chance(0.3);
  }

  write(): RandomBook {
    const random = this.#random;
    const chapters = Array.from({ length: CHAPTERS }, (_, index) => this.#chapter(index));
    const lists = Array.from({ length: 6 }, () => ({
      targets: Array.from({ length: 2 + random.below(6) }, () => random.below(this.#targets.length)),
    }));
    const [hasBookmarks, hasSections] = [random.chance(0.3), random.chance(0.3)];
    const { script, order } = drawScript(random, chapters.length);
    const body = order.map((index) => `<main data-order="${index}">${chapters[index]}</main>`).join('');
    const style = `<style>${BOOK_STYLE}${drawPageStyle(random)}</style>`;
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Book</title>${style}<body>
      <nav>${this.#contents()}${lists.map(this.#list).join('')}</nav>${body}${script}`;
    const header = hasSections ? bandOf('<p>[B:<b class="sectionTitle"></b>]</p>') : null;
    const job = jobOf(html, {
      contentMargin: sides(0, hasSections ? { topMm: 20 } : {}),
      documentMargin: !hasSections,
      preferCssPageSize: true,
      outline: hasBookmarks,
      header,
      ...(random.chance(0.2) && { firstPageNumber: random.pick([0, 3, 99]) }),
    });
    return { job, targets: this.#targets, lists, hasBookmarks, hasSections };
  }

  #chapter(index: number): string {
    const restartsAt = this.#hasRestarts && index > 0 && this.#random.chance(0.5) ? 1 + index * 100 : null;
    const heading = this.#heading('h1', restartsAt);
    const blocks = Array.from({ length: 4 + this.#random.below(4) }, () => this.#block(0));
    return `${heading}${blocks.join('')}`;
  }

  #block(depth: number): string {
    const random = this.#random;
    if (depth < MAX_DEPTH && random.chance(0.45)) {
      // A vertical box does not break, so it has little content.
      if (random.chance(0.05))
        return `<div style="writing-mode: vertical-rl; height: 150px"><p>${this.#own()}</p>${this.#figure()}</div>`;
      const inner = Array.from({ length: 2 + random.below(4) }, () => this.#block(depth + 1));
      return drawFrame(random, inner);
    }
    return random
      .pickWeighted([
        { weight: 3, draw: () => this.#heading(random.pick(['h2', 'h3']), null) },
        { weight: 6, draw: () => `<p>${this.#text(this.#hasNotes && depth === 0)}</p>` },
        { weight: 1, draw: () => this.#figure() },
        { weight: 1, draw: () => this.#anchor() },
        { weight: 1, draw: () => this.#heading('h4 style="display: contents"', null) },
      ])
      .draw();
  }

  #heading(tag: string, restartsAt: number | null): string {
    const restart =
      restartsAt === null ? '' : ` style="counter-reset: page ${restartsAt}; break-before: page"`;
    const index = this.#add({ isHeading: !tag.startsWith('h4'), isChapter: tag === 'h1', restartsAt });
    const [name = ''] = tag.split(' ');
    const rest = this.#random.chance(0.3) ? this.#words(30) : this.#words(3);
    return `<${tag}${restart} id="${this.#targets[index]?.id}" class="${name === 'h4' ? '' : 'sec'}"><span class="k h">H${index}h</span> ${rest}</${name}>`;
  }

  #figure(): string {
    const index = this.#add({ isPicture: true });
    const height = 20 + this.#random.below(120);
    // The edge of a page may cut a picture, so it has its name at its top and at its end.
    const names = [10, height - 4].map((y) => `<text class="p" y="${y}">P${index}p</text>`).join('');
    return `<figure id="${this.#targets[index]?.id}"><svg width="60" height="${height}"><rect width="60" height="${height}"/>${names}</svg>
      <figcaption><span class="k t">H${index}h</span> ${this.#words(4)}</figcaption></figure>`;
  }

  /** An empty element in front of a text, as editors write it. */
  #anchor(): string {
    const index = this.#add({});
    return `<p><a id="${this.#targets[index]?.id}"></a><span class="k t">H${index}h</span> ${this.#text()}</p>`;
  }

  #add(target: Partial<BookTarget>): number {
    const index = this.#targets.length;
    const isTwin = index > 3 && this.#random.chance(0.05);
    const twin = isTwin && target.isHeading ? this.#targets[this.#random.below(index)] : undefined;
    const id = (twin?.isHeading ? twin.id : null) ?? `t${index}${this.#random.chance(0.05) ? ' ü%20' : ''}`;
    this.#targets.push({
      isHeading: false,
      isPicture: false,
      isChapter: false,
      restartsAt: null,
      ...target,
      id,
    });
    return index;
  }

  #text(hasNotes = false): string {
    const random = this.#random;
    const parts = Array.from({ length: 1 + random.below(4) }, () => {
      const words = this.#words(8 + random.below(25));
      if (random.chance(0.5)) return `${words} ${this.#own()}`;
      if (hasNotes && random.chance(0.15)) return `${words}<span class="note">${this.#words(6)}</span>`;
      return `${words} ${this.#reference('r', random.below(Math.max(1, this.#targets.length)))}`;
    });
    return parts.join(' ');
  }

  #own(): string {
    const id = this.#random.chance(0.1) ? ' id="twin"' : '';
    return `<span class="k">O${this.#next()}o:<b class="pageNumber"${id}></b>;</span>`;
  }

  #reference(kind: 'r' | 'q' | 'c', target: number): string {
    const id = encodeURIComponent(this.#targets[target]?.id ?? '');
    return `<a class="k ${kind}" href="#${id}">${kind.toUpperCase()}${this.#next()}${kind}${target}:</a>`;
  }

  #next(): number {
    return (this.#numbers += 1);
  }

  #contents(): string {
    return this.#targets
      .map(({ isHeading }, index) => {
        const kinds = isHeading ? (['r', 'q', 'c'] as const) : (['r'] as const);
        return `<div>${kinds.map((kind) => this.#reference(kind, index)).join(' ')}</div>`;
      })
      .join('');
  }

  readonly #list = ({ targets }: BookList, index: number): string => {
    const links = targets.map(
      (target) => `<a href="#${encodeURIComponent(this.#targets[target]?.id ?? '')}"></a>`,
    );
    return `<div class="k">X${index}x:<span class="pageNumbers">${links.join('')}</span>;</div>`;
  };

  #words(count: number): string {
    return Array.from({ length: count }, () => this.#random.pick(WORDS)).join(' ');
  }
}
