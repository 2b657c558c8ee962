import { type BandOptions, type BandsOptions, listBands } from '../../schema/api/band-options.ts';

export const EDGE_LABELS = { header: 'Header', footer: 'Footer' } as const;

export type Edge = keyof typeof EDGE_LABELS;

/** Returns the bands that the page shows. There is at least one, which may be off. */
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

/** @param label of the header or footer: `Header`, or `Header 2` */
export const toBandEditorLabel = (label: string): string => `HTML of the ${label.toLowerCase()}`;

/** `Header`, or `Header 2` in a list. */
export const toBandLabel = (edge: Edge, index: number, count: number): string =>
  count === 1 ? EDGE_LABELS[edge] : `${EDGE_LABELS[edge]} ${index + 1}`;
