import { type BandOptions, type BandsOptions, isBandOn, listBands } from '../../schema/api/band-options.ts';

export const EDGE_LABELS = { header: 'Header', footer: 'Footer' } as const;

export type Edge = keyof typeof EDGE_LABELS;

/** What the page shows: at least one, which may be off. */
export function toBandList(value: BandsOptions | undefined): readonly BandOptions[] {
  const list = listBands(value);
  return list.length === 0 ? [{}] : list;
}

/** A single one stays an object, as most requests have it. */
export function fromBandList(list: readonly BandOptions[]): BandsOptions | undefined {
  const [first, ...others] = list;
  if (others.length > 0) return [...list];
  return first === undefined || Object.keys(first).length === 0 ? undefined : first;
}

export const isAnyBandOn = (value: BandsOptions | undefined): boolean => listBands(value).some(isBandOn);

/** `Header`, or `Header 2` in a list. */
export const toBandLabel = (edge: Edge, index: number, count: number): string =>
  count === 1 ? EDGE_LABELS[edge] : `${EDGE_LABELS[edge]} ${index + 1}`;
