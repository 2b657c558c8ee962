/** Does the work for each item, `width` of them at a time. The results have the order of the items. */
export async function inTurns<Item, Result>(
  width: number,
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const lane = async () => {
    for (const [index, item] of waiting) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: width }, lane));
  return results;
}
