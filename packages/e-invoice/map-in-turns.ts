import type { Meter } from '@platen/meter';

/**
 * Makes something of each item. Others have their turn between two of them.
 *
 * @param work of an item, beside what `make` charges
 */
export async function mapInTurns<Item, Made>(
  items: readonly Item[],
  meter: Meter,
  work: number,
  make: (item: Item, index: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const [index, item] of items.entries()) {
    meter.charge(work);
    if (meter.isDue) await meter.pause();
    made.push(make(item, index));
  }
  return made;
}
