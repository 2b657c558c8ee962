import type { ByteSource } from '../file/byte-source.ts';
import type { Resources } from './page-drawing.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { type Form, SheetCopier } from './sheet-copier.ts';
import { type PageSize, placeInRows, type Tiling } from './tiles.ts';

export interface StampPlacement {
  /** 0 to 1. */
  readonly opacity: number;
  /** Degrees, counter-clockwise. */
  readonly angle: number;
  readonly layer: 'above' | 'below';
  readonly tiled: boolean;
  /** If it is null, the width depends on the page. */
  readonly widthMm: number | null;
  /** As a line of small text at the lower edge of the page. Default: false. */
  readonly atFoot?: boolean;
}

export interface StampSheet extends StampPlacement {
  /** A PDF of one page, which is as large as its content. */
  readonly sheet: ByteSource;
}

const POINTS_PER_MM = 72 / 25.4;

/** The box around a single stamp takes this share of the page. */
const SINGLE_SHARE = 0.7;
/** Each of many is as wide as this share of the shorter side of the page. */
const TILED_SHARE = 0.25;

/** The distance from one stamp to the next, in widths. */
const STEP = 1.35;
/** The distance from one row to the next is the height, and this much more. */
const ROW_GAP = { ofHeight: 1.8, ofWidth: 0.5 } as const;

/** In points. */
const FOOT = { height: 8, fromEdge: 9, fromSides: 18 } as const;

/** Readers draw a page with more slowly. The rows are further apart then. */
const MAX_STAMPS = 2_000;

/** Puts one page of a PDF on pages of another, once or in rows. */
export class Stamp {
  readonly layer: StampPlacement['layer'];
  readonly #rewrite: PdfRewrite;
  readonly #placement: StampPlacement;
  readonly #sheet: Form;
  readonly #state: number;
  readonly #forms = new Map<string, number>();

  private constructor(rewrite: PdfRewrite, placement: StampPlacement, sheet: Form) {
    const { layer, opacity } = placement;
    this.layer = layer;
    this.#rewrite = rewrite;
    this.#placement = placement;
    this.#sheet = sheet;
    this.#state = rewrite.add(`<</Type /ExtGState /ca ${opacity} /CA ${opacity} /BM /Normal>>`);
  }

  /** @throws {UnreadablePdf} */
  static async open({ sheet, ...placement }: StampSheet, rewrite: PdfRewrite): Promise<Stamp> {
    const copier = await SheetCopier.open(sheet, rewrite);
    return new Stamp(rewrite, placement, await copier.copyPage(0));
  }

  /** The resources that `/name gs /name Do` needs on a page of this size. */
  toResources(size: PageSize, name: string): Resources {
    const key = `${size.width} ${size.height}`;
    const form = this.#forms.get(key) ?? this.#writeForm(size);
    this.#forms.set(key, form);
    return { XObject: `/${name} ${form} 0 R`, ExtGState: `/${name} ${this.#state} 0 R` };
  }

  /** A group, so that parts of the stamp that overlap are not darker. */
  #writeForm(size: PageSize): number {
    const { id, width, height } = this.#sheet;
    const { scale, cos, sin, places } = placeStamps(size, { width, height }, this.#placement);
    const matrix = [cos * scale, sin * scale, -sin * scale, cos * scale];
    return this.#rewrite.writeStream(
      `/Type /XObject /Subtype /Form /BBox [0 0 ${size.width} ${size.height}]` +
        `${this.#placement.opacity < 1 ? ' /Group <</S /Transparency>>' : ''} /Resources <</XObject <</PlatenStamp ${id} 0 R>>>>`,
      places.map(({ x, y }) => `q ${toNumbers([...matrix, x, y])} cm /PlatenStamp Do Q`).join('\n'),
    );
  }
}

export function placeStamps(
  page: PageSize,
  sheet: PageSize,
  { tiled, angle, widthMm, atFoot = false }: Pick<StampPlacement, 'tiled' | 'angle' | 'widthMm' | 'atFoot'>,
): Tiling {
  if (atFoot) return placeAtFoot(page, sheet);
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const boxWidth = sheet.width * Math.abs(cos) + sheet.height * Math.abs(sin);
  const boxHeight = sheet.width * Math.abs(sin) + sheet.height * Math.abs(cos);
  const fitting = SINGLE_SHARE * Math.min(page.width / boxWidth, page.height / boxHeight);
  const small = (TILED_SHARE * Math.min(page.width, page.height)) / sheet.width;
  const chosen = widthMm === null ? null : (widthMm * POINTS_PER_MM) / sheet.width;
  const scale = chosen ?? (tiled ? Math.min(small, fitting) : fitting);
  const [width, height] = [sheet.width * scale, sheet.height * scale];
  if (tiled) {
    const step = width * STEP;
    const rowStep = height + Math.min(ROW_GAP.ofHeight * height, ROW_GAP.ofWidth * width);
    const spread = Math.max(1, Math.sqrt((page.width * page.height) / (step * rowStep * MAX_STAMPS)));
    const rows = { width, height, step: step * spread, rowStep: rowStep * spread, cos, sin };
    return { scale, ...placeInRows(page, rows) };
  }
  const x = page.width / 2 - (width * cos - height * sin) / 2;
  const y = page.height / 2 - (width * sin + height * cos) / 2;
  return { scale, cos, sin, places: [{ x, y }] };
}

function placeAtFoot(page: PageSize, sheet: PageSize): Tiling {
  const scale = Math.min(FOOT.height / sheet.height, (page.width - 2 * FOOT.fromSides) / sheet.width);
  const x = (page.width - sheet.width * scale) / 2;
  return { scale, cos: 1, sin: 0, places: [{ x, y: FOOT.fromEdge }] };
}

const toNumbers = (numbers: readonly number[]): string =>
  numbers.map((number) => number.toFixed(4)).join(' ');
