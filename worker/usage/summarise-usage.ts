import type { UsageCount } from '../ledger/protocol.ts';

/** How many files were created with live keys and with test keys. */
export interface FileCounts {
  readonly live: number;
  readonly test: number;
}

/** Sums the counts of each group. Groups are in the order in which they first occur. */
export function sumBy<Group>(
  counts: readonly UsageCount[],
  groupOf: (count: UsageCount) => Group,
): [Group, FileCounts][] {
  const sums = new Map<Group, FileCounts>();
  for (const count of counts) {
    const group = groupOf(count);
    const sum = sums.get(group) ?? { live: 0, test: 0 };
    sums.set(group, { ...sum, [count.environment]: sum[count.environment] + count.generated });
  }
  return [...sums];
}
