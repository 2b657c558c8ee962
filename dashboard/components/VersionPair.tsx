import { Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';

interface VersionPair {
  readonly from: number;
  readonly to: number;
  readonly choose: (versions: { from?: number; to?: number }) => void;
}

/** Two versions to compare: first the newest one and the one before it. @param versions newest first; at least two */
export function useVersionPair(versions: readonly { readonly version: number }[]): VersionPair {
  const [pair, setPair] = useState({ from: versions[1]?.version ?? 1, to: versions[0]?.version ?? 1 });
  return { ...pair, choose: (chosen) => setPair((before) => ({ ...before, ...chosen })) };
}

interface VersionPairChoiceProps extends VersionPair {
  readonly versions: readonly { readonly version: number }[];
}

export function VersionPairChoice({ versions, from, to, choose }: VersionPairChoiceProps) {
  const data = versions.map(({ version }) => ({ value: String(version), label: `Version ${version}` }));
  return (
    <Group gap="sm">
      <NativeSelect
        label="From"
        data={data}
        value={String(from)}
        onChange={(event) => choose({ from: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label="To"
        data={data}
        value={String(to)}
        onChange={(event) => choose({ to: Number(event.currentTarget.value) })}
      />
    </Group>
  );
}
