import { inBlocks } from '../file/block-cache.ts';
import type { ByteSource } from '../file/byte-source.ts';
import { readReference, readReferences, UnreadablePdf } from '../file/dictionary.ts';
import { type PdfObject, PdfReader, readShownPage } from '../file/reader.ts';
import { PdfRewrite } from '../file/rewrite.ts';
import { readEntries, readString, writeEntries } from '../file/syntax.ts';
import type { FormField } from '../options/form-field.ts';
import { moveTags } from './field-tags.ts';
import { type PlacedField, WidgetWriter } from './widgets.ts';

/** The fields of a document whose PDF has a link at the place of each: the marker. */
export interface MarkedFields {
  readonly fields: readonly FormField[];
  /** The link of the first field goes to this address and `0`. */
  readonly address: string;
  /** In a tagged document, the control of the first field has this name and `0` for a screen reader. */
  readonly controlName: string;
  /** The scale that is expected before the print. Chromium shrinks a document that is wider than its page. */
  readonly pointsPerPixel: number;
  /** As `Finish.mark`. */
  readonly mark: string | null;
}

export interface FilledForm {
  readonly pdf: ByteSource;
  readonly fieldCount: number;
  /** The names of fields whose text has a character that their font does not have. */
  readonly incomplete: readonly string[];
}

/** The objects of fields and tags are all over the file, and each read of a PDF in the browser is a round trip. */
const BLOCKS = { blockBytes: 1 << 18, maxBlocks: 32 };

/** Turns the markers of a PDF that Chromium wrote into fields that can be filled (decision 74). @throws {UnreadablePdf} */
export async function addFields(printed: PdfReader, marked: MarkedFields): Promise<FilledForm> {
  const document = await PdfReader.open(inBlocks(printed.source, BLOCKS), printed.meter);
  const markers = await findMarkers(document, marked);
  const placed = placeFields(markers, marked);
  if (markers.length === 0) return { pdf: document.source, fieldCount: 0, incomplete: [] };
  const rewrite = new PdfRewrite(document);
  const writer = new WidgetWriter(rewrite, marked.mark);
  writer.write(placed);
  await writePages(rewrite, document, markers, placed);
  const catalog = await document.object(readReference(document.trailer, 'Root'));
  const entries = readEntries(catalog.text).set('AcroForm', `${writer.finish()} 0 R`);
  rewrite.write(catalog.id, writeEntries(entries));
  const tagged = markers.flatMap(({ index, structureKey }) =>
    structureKey === null ? [] : [{ controlName: `${marked.controlName}${index}`, structureKey }],
  );
  if (tagged.length > 0) await moveTags(rewrite, document, tagged);
  return { pdf: await rewrite.finish(), fieldCount: placed.length, incomplete: writer.incomplete };
}

interface Marker {
  /** The place of its field in the list. */
  readonly index: number;
  readonly id: number;
  readonly page: PdfObject;
  readonly rect: readonly [number, number, number, number];
  readonly structureKey: number | null;
}

const ANNOTATIONS = /\/Annots \[([^[\]]*)\]/;
const RECT = /\/Rect \[([-\d. ]+)\]/;
const ADDRESS = /\/URI (\((?:[^()\\]|\\[\s\S])*\))/;

async function findMarkers(document: PdfReader, { address, fields }: MarkedFields): Promise<Marker[]> {
  const markers: Marker[] = [];
  for (const page of await document.pages()) {
    for (const id of readReferences(ANNOTATIONS.exec(page.text)?.[1] ?? '')) {
      const { text } = await document.object(id);
      const target = readString(ADDRESS.exec(text)?.[1] ?? '()');
      if (!target.startsWith(address)) continue;
      const index = Number(target.slice(address.length));
      const [left, bottom, right, top] = RECT.exec(text)?.[1]?.trim().split(/\s+/).map(Number) ?? [];
      // A script of the document can change a marker, and then loses the field.
      if (fields[index] === undefined) continue;
      if (left === undefined || bottom === undefined || right === undefined || top === undefined)
        throw new UnreadablePdf(`annotation ${id} has no place`);
      const key = /\/StructParent (\d+)/.exec(text)?.[1];
      const structureKey = key === undefined ? null : Number(key);
      markers.push({ index, id, page, rect: [left, bottom, right, top], structureKey });
    }
  }
  return markers;
}

/** Chromium rounds the markers to whole pixels. */
const SCALE_ROUNDING = 0.03;

/** Each field once, in the order of the tab key. */
function placeFields(markers: readonly Marker[], marked: MarkedFields): PlacedField[] {
  const pointsPerPixel = findScale(markers, marked);
  const seen = new Set<number>();
  const placed: (PlacedField & { readonly index: number })[] = [];
  for (const { index, id, page, rect, structureKey } of markers) {
    const field = marked.fields[index];
    if (field === undefined || seen.has(index)) continue;
    seen.add(index);
    const [left, , right, top] = rect;
    const bottom = Math.max(0, top - field.height * pointsPerPixel);
    placed.push({
      field,
      index,
      id,
      pageId: page.id,
      pageSize: readShownPage(page),
      rect: [left, bottom, right, top],
      pointsPerPixel,
      structureKey,
    });
  }
  return placed.sort((one, other) => tabOrder(one.field, other.field) || one.index - other.index);
}

/** Positive numbers come first, in their order (HTML, `tabindex`). */
const tabOrder = (one: FormField, other: FormField): number =>
  (one.tabIndex > 0 ? one.tabIndex : Infinity) - (other.tabIndex > 0 ? other.tabIndex : Infinity) || 0;

function findScale(markers: readonly Marker[], { fields, pointsPerPixel }: MarkedFields): number {
  let [points, pixels] = [0, 0];
  for (const { index, rect } of markers) {
    points += rect[3] - rect[1];
    pixels += fields[index]?.markerHeight ?? 0;
  }
  const measured = points / pixels;
  return Math.abs(measured / pointsPerPixel - 1) < SCALE_ROUNDING ? pointsPerPixel : measured;
}

/** The fields of a page are in the order of the tab key, after its links. */
async function writePages(
  rewrite: PdfRewrite,
  document: PdfReader,
  markers: readonly Marker[],
  placed: readonly PlacedField[],
): Promise<void> {
  const marks = new Set(markers.map(({ id }) => id));
  const idsByPage = Map.groupBy(placed, ({ pageId }) => pageId);
  const marked = new Set(markers.map(({ page }) => page.id));
  for (const page of await document.pages()) {
    if (!marked.has(page.id)) continue;
    const links = readReferences(ANNOTATIONS.exec(page.text)?.[1] ?? '').filter((id) => !marks.has(id));
    const ids = [...links, ...(idsByPage.get(page.id) ?? []).map(({ id }) => id)];
    const list = ids.map((id) => `${id} 0 R`).join(' ');
    rewrite.write(
      page.id,
      page.text.replace(ANNOTATIONS, () => `/Annots [${list}]`),
    );
  }
}
