import type { PdfObject, PdfReader, ShownPage } from '../file/reader.ts';

/** A link of a sheet to an address. Links to places in the sheets have no place in the document. */
export interface SheetLink {
  /** Left, bottom, right and top, in points of the sheet. */
  readonly box: readonly number[];
  /** `<</Type /Action …>>`. It refers to no other object. */
  readonly action: string;
}

const ANNOTATIONS = /\/Annots \[([^[\]]*)\]/;
const BOX = /\/Rect \[([-\d. ]+)\]/;

export async function readSheetLinks(reader: PdfReader, sheet: PdfObject): Promise<SheetLink[]> {
  const links: SheetLink[] = [];
  for (const [, id] of (ANNOTATIONS.exec(sheet.text)?.[1] ?? '').matchAll(/(\d{1,10}) 0 R/g)) {
    const link = readLink((await reader.object(Number(id))).text);
    if (link !== null) links.push(link);
  }
  return links;
}

/** It is the last entry of the annotation. */
function readAction(text: string): string | undefined {
  const start = text.indexOf('/A <<');
  const outer = text.trimEnd();
  const action = outer.slice(start + '/A '.length, -'>>'.length).trimEnd();
  return start >= 0 && outer.endsWith('>>') && action.endsWith('>>') ? action : undefined;
}

function readLink(text: string): SheetLink | null {
  const box = BOX.exec(text)?.[1]?.trim().split(/\s+/).map(Number) ?? [];
  const action = readAction(text);
  const isUsable = text.includes('/S /URI') && box.length === 4 && !/\d 0 R\b/.test(action ?? '');
  return isUsable && action !== undefined ? { box, action } : null;
}

/** @param raisedBy points between the bottom of the sheet and the bottom of the page */
export function toAnnotation(
  { box, action }: SheetLink,
  raisedBy: number,
  matrix: ShownPage['matrix'],
): string {
  const [left = 0, bottom = 0, right = 0, top = 0] = box;
  const [x, y] = place(matrix, left, bottom + raisedBy);
  const [otherX, otherY] = place(matrix, right, top + raisedBy);
  const sides = [Math.min(x, otherX), Math.min(y, otherY), Math.max(x, otherX), Math.max(y, otherY)];
  const placed = sides.join(' ');
  return `<</Type /Annot /Subtype /Link /F 4 /Border [0 0 0] /Rect [${placed}] /A ${action}>>`;
}

function place(matrix: ShownPage['matrix'], x: number, y: number): [number, number] {
  if (matrix === null) return [x, y];
  const [a, b, c, d, e, f] = matrix;
  return [a * x + c * y + e, b * x + d * y + f];
}

/** Adds annotations to the dictionary of a page. */
export function addAnnotations(page: string, ids: readonly number[]): string {
  if (ids.length === 0) return page;
  const references = ids.map((id) => `${id} 0 R`).join(' ');
  return ANNOTATIONS.test(page)
    ? page.replace(ANNOTATIONS, (_, others: string) => `/Annots [${others} ${references}]`)
    : page.replace('<<', () => `<</Annots [${references}] `);
}
