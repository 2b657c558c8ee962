import { Radio, Stack } from '@mantine/core';
import type { Role } from '../../../schema/console/roles.ts';
import { ROLE_DESCRIPTIONS, ROLE_LABELS, assignableRoles } from '../../role-labels.ts';

interface RoleChoiceProps {
  /** The role of who chooses: it bounds what they may give. */
  readonly giver: Role;
  readonly value: Role;
  readonly onChange: (role: Role) => void;
  readonly description?: string;
}

export function RoleChoice({ giver, value, onChange, description }: RoleChoiceProps) {
  const roles = assignableRoles(giver);
  const choose = (name: string) => onChange(roles.find((role) => role === name) ?? value);
  return (
    <Radio.Group label="Role" description={description} value={value} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {roles.map((role) => (
          <Radio key={role} value={role} label={ROLE_LABELS[role]} description={`${ROLE_DESCRIPTIONS[role]}.`} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
