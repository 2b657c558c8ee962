import { Button, Checkbox, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { PERMISSIONS, type Permission } from '../../../schema/permissions.ts';
import { PERMISSION_DESCRIPTIONS, PRESETS, findPreset } from './permission-labels.ts';

interface PermissionBoxesProps {
  readonly value: readonly Permission[];
  readonly onChange: (permissions: Permission[]) => void;
  readonly error: ReactNode;
}

export function PermissionBoxes({ value, onChange, error }: PermissionBoxesProps) {
  const chosen = findPreset(value);
  return (
    <Checkbox.Group
      label="Permissions"
      required
      value={[...value]}
      onChange={(names) => onChange(PERMISSIONS.filter((permission) => names.includes(permission)))}
      error={error}
    >
      <Group gap="xs" my="xs" role="group" aria-label="Common combinations">
        {PRESETS.map((preset) => (
          <Button
            key={preset.name}
            size="compact-sm"
            variant={preset === chosen ? 'light' : 'default'}
            aria-pressed={preset === chosen}
            onClick={() => onChange([...preset.permissions])}
          >
            {preset.name}
          </Button>
        ))}
      </Group>
      <Stack gap="xs">
        {PERMISSIONS.map((permission) => (
          <Checkbox
            key={permission}
            value={permission}
            label={permission}
            description={PERMISSION_DESCRIPTIONS[permission]}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
