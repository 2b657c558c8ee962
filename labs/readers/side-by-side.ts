/** Works on some items at a time. */
export async function sideBySide<Item>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const reader = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: atATime }, reader));
}
