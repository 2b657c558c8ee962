import type { UsageCount } from '../ledger/protocol.ts';

/** How many files were made with live and with test keys. */
export interface Made {
  readonly live: number;
  readonly test: number;
}

/** Adds counts up by what `keyOf` says, in the order in which it first says it. */
export function sumBy<Group>(
  counts: readonly UsageCount[],
  groupOf: (count: UsageCount) => Group,
): [Group, Made][] {
  const sums = new Map<Group, Made>();
  for (const count of counts) {
    const group = groupOf(count);
    const sum = sums.get(group) ?? { live: 0, test: 0 };
    sums.set(group, { ...sum, [count.environment]: sum[count.environment] + count.generated });
  }
  return [...sums];
}
