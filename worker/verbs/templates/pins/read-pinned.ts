import type { PartialContents } from '../../../../compose/partials/closure.ts';
import type { Pin } from '../../../../schema/api/components.ts';
import type { Ctx } from '../../../ctx.ts';
import { readComponentContent } from '../../components/get-component.ts';

const isPartial = ({ kind }: Pin): boolean => kind === 'partial';

export const partialBytes = (pins: readonly Pin[] | null): number =>
  (pins ?? []).filter(isPartial).reduce((sum, { bytes }) => sum + bytes, 0);

/** Reads the versions of partials that a version of a template prints for ever. */
export async function readPinnedPartials(ctx: Ctx, pins: readonly Pin[] | null): Promise<PartialContents> {
  const read = (pins ?? [])
    .filter(isPartial)
    .map(async (pin) => [pin.name, await readComponentContent(ctx, pin)]);
  return Object.fromEntries(await Promise.all(read));
}
