import { listBands } from '../../../../schema/api/band-options.ts';
import type { Edge } from '../../../page-options/band-list.ts';
import type { ClickedText, PlacedText, WantedText } from '../../../pdf/text-places.ts';
import type { Draft } from '../draft.ts';
import { findBest, likeness, listValues, type NamedValues } from './find-source.ts';
import { listPieces, type SourcePiece } from './source-pieces.ts';

/** A text before an unknown one must match at least this well. */
const SURE = 0.3;

/** A range of the HTML, or of a header or footer. */
export interface SourcePlace {
  readonly tab: 'html' | Edge;
  readonly band: number;
  readonly from: number;
  readonly to: number;
}

interface SourceText extends Pick<SourcePlace, 'tab' | 'band'> {
  readonly pieces: readonly SourcePiece[];
}

/** Returns null if the text is nowhere in the source: CSS or a script has made it, or a helper has changed it. */
export function findInSource(
  clicked: ClickedText,
  draft: Pick<Draft, 'content' | 'settings'>,
  data: unknown,
): SourcePlace | null {
  const values = listValues(data);
  const texts = listTexts(draft);
  const found = texts
    .map((text) => findIn(text, clicked, values))
    .reduce((best, next) => (next.likeness > best.likeness ? next : best));
  return found.place ?? findAfter(texts[0], clicked, values);
}

/** Lists the HTML first, then headers and footers. */
function listTexts({ content, settings }: Pick<Draft, 'content' | 'settings'>): readonly SourceText[] {
  const inBands = (tab: Edge) =>
    listBands(settings[tab]).map((band, place) => ({ tab, band: place, source: band.content ?? '' }));
  const all = [
    { tab: 'html' as const, band: 0, source: content },
    ...inBands('header'),
    ...inBands('footer'),
  ];
  return all.map(({ source, ...place }) => ({ ...place, pieces: listPieces(source) }));
}

interface Found {
  readonly likeness: number;
  readonly place: SourcePlace | null;
}

function findIn(
  { tab, band, pieces }: SourceText,
  clicked: Pick<ClickedText, 'text' | 'fraction'>,
  values: NamedValues,
): Found {
  const likenesses = pieces.map((piece) => likeness(piece, clicked.text, values));
  const best = findBest(likenesses, (place) => place / pieces.length, clicked.fraction);
  const piece = pieces[best];
  if (piece === undefined) return { likeness: 0, place: null };
  const { from, to } = piece;
  return { likeness: likenesses[best] ?? 0, place: { tab, band, from, to } };
}

/** A helper may write a value in another form. The known text before such a value leads to it. */
function findAfter(
  text: SourceText | undefined,
  { before, fraction }: ClickedText,
  values: NamedValues,
): SourcePlace | null {
  if (text === undefined) return null;
  for (const known of before) {
    const found = findIn(text, { text: known, fraction }, values);
    if (found.place === null || found.likeness < SURE) continue;
    const next = text.pieces.find(({ from }) => from >= (found.place?.to ?? 0));
    return next ? { ...found.place, from: next.from, to: next.to } : found.place;
  }
  return null;
}

/** Leads from the text that the cursor of the HTML is in to its place in the preview. */
export function findInPreview(content: string, cursor: number, data: unknown): WantedText {
  const pieces = listPieces(content);
  const at = pieces.findIndex(({ to }) => to >= cursor);
  const piece = pieces[at];
  if (piece === undefined) return { fraction: 1, find: () => -1 };
  const values = listValues(data);
  const fraction = at / pieces.length;
  const find = (printed: readonly PlacedText[]): number => {
    const likenesses = printed.map(({ text }) => likeness(piece, text, values));
    return findBest(likenesses, (place) => printed[place]?.fraction ?? 0, fraction);
  };
  return { fraction, find };
}
