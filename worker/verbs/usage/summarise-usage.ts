import type { UsageCount } from '../../objects/ledger/protocol.ts';

export interface FileCounts {
  readonly live: number;
  readonly test: number;
}

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
