/**
 * A fixed amount of work, of the kind that templates do: arithmetic, texts and maps. Its CPU time says how fast this
 * machine is at the moment, so that a bound can be a ratio.
 */
export function doReferenceWork(): number {
  const counts = new Map<string, number>();
  let hash = 0;
  for (let round = 0; round < 400_000; round += 1) {
    for (let step = 0; step < 20; step += 1) hash = (Math.imul(hash, 31) + round + step) | 0;
    const name = `row ${hash & 1_023}`;
    counts.set(name, (counts.get(name) ?? 0) + name.length);
  }
  return [...counts].map(([name, count]) => `${name}: ${count}`).join('\n').length;
}
