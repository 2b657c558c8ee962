import { Radio, Stack } from '@mantine/core';
import type { Role } from '../../../schema/console/roles.ts';
import { ROLE_DESCRIPTIONS, ROLE_LABELS, assignableRoles } from '../../role-labels.ts';

interface RoleChoiceProps {
  /** The role of the user, who cannot assign a higher one. */
  readonly ownRole: Role;
  readonly value: Role;
  readonly onChange: (role: Role) => void;
  readonly description?: string;
}

export function RoleChoice({ ownRole, value, onChange, description }: RoleChoiceProps) {
  const roles = assignableRoles(ownRole);
  const choose = (name: string) => onChange(roles.find((role) => role === name) ?? value);
  return (
    <Radio.Group label="Role" description={description} value={value} onChange={choose}>
      <Stack gap="xs" mt="xs">
        {roles.map((role) => (
          <Radio
            key={role}
            value={role}
            label={ROLE_LABELS[role]}
            description={`${ROLE_DESCRIPTIONS[role]}.`}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
