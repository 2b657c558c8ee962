import type { Places } from './places.ts';
import type { Targets } from '../../../in-page/scripts/paged/targets.ts';

/** The points of a CSS pixel in the PDF, until a print shows another size. */
const POINTS_PER_PIXEL = 0.75;

/**
 * The printed heights of rows. The window has another width than the page if the document has margins of its own, so a height in the window
 * is multiplied by what the last print shows for this row and the ones beside it.
 */
export class RowHeights {
  readonly #spacing: number;
  readonly #targets: Targets;
  readonly #scales = new Map<Element, number>();
  #scale = POINTS_PER_PIXEL;
  /** By row or kind of row. It is null if the present heights count. */
  #highest: Map<Element | string, number> | null = null;

  constructor(table: HTMLTableElement, targets: Targets) {
    const { borderCollapse, borderSpacing } = getComputedStyle(table);
    this.#spacing =
      borderCollapse === 'collapse' ? 0 : Number.parseFloat(borderSpacing.split(' ').at(-1) ?? '0');
    this.#targets = targets;
  }

  /** Call it before the rows change. @param rows all of them in their order, with those that were added */
  read(places: Places, rows: readonly HTMLTableRowElement[]): void {
    let [points, pixels] = [0, 0];
    const heights = rows.map((row) => this.#toPixels(row));
    const linked = rows.flatMap((row, index) => {
      const place = places.get(this.#targets.findKey(row) ?? '');
      return place === undefined ? [] : [{ index, page: place[1], y: place[2] }];
    });
    for (const [at, { index, page, y }] of linked.entries()) {
      const next = linked[at + 1];
      if (next?.page !== page) continue;
      const total = heights.slice(index, next.index).reduce((sum, height) => sum + height, 0);
      if (total <= 0) continue;
      for (const row of rows.slice(index, next.index)) this.#scales.set(row, (y - next.y) / total);
      points += y - next.y;
      pixels += total;
    }
    if (pixels > 0) this.#scale = points / pixels;
  }

  /** If heights are kept, the height of a row is the highest that it had since then. */
  keepHighest(areKept: boolean): void {
    this.#highest = areKept ? (this.#highest ?? new Map()) : null;
  }

  /** In points, with the space between this row and the next one. @param key rows with the same key have the height of the highest */
  of(row: HTMLTableRowElement, key: Element | string = row): number {
    const height = this.#toPixels(row) * (this.#scales.get(row) ?? this.#scale);
    if (this.#highest === null) return height;
    const highest = Math.max(height, this.#highest.get(key) ?? 0);
    this.#highest.set(key, highest);
    return highest;
  }

  toPoints(pixels: number): number {
    return pixels * this.#scale;
  }

  #toPixels(row: HTMLTableRowElement): number {
    return row.getBoundingClientRect().height + this.#spacing;
  }
}
