import { ActionIcon, Menu, Text } from '@mantine/core';
import { IconDoorExit, IconDots, IconUserMinus, IconUserShield } from '@tabler/icons-react';
import type { WorkspacePerson } from '../../../schema/console/people.ts';
import { isAtLeast, type Role } from '../../../schema/console/roles.ts';

interface PersonMenuProps {
  readonly of: WorkspacePerson;
  readonly own: boolean;
  readonly ownRole: Role;
  readonly isOnlyOwner: boolean;
  readonly onChangeRole: () => void;
  readonly onRemove: () => void;
}

/** Admins change who is no owner; owners everybody; everybody may leave, but for the only owner. */
export function PersonMenu({
  of: person,
  own,
  ownRole,
  isOnlyOwner,
  onChangeRole,
  onRemove,
}: PersonMenuProps) {
  const mayChange = isAtLeast(ownRole, person.role === 'owner' ? 'owner' : 'admin');
  if (!mayChange && !own) return null;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${person.name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayChange && (
          <Menu.Item
            leftSection={<IconUserShield size={16} aria-hidden />}
            disabled={isOnlyOwner}
            onClick={onChangeRole}
          >
            Change role
          </Menu.Item>
        )}
        <Menu.Item
          color="danger"
          leftSection={own ? <IconDoorExit size={16} aria-hidden /> : <IconUserMinus size={16} aria-hidden />}
          disabled={isOnlyOwner}
          onClick={onRemove}
        >
          {own ? 'Leave workspace' : 'Remove'}
        </Menu.Item>
        {isOnlyOwner && (
          <Text size="xs" c="dimmed" px="sm" py={4}>
            A workspace keeps at least one owner: make somebody else an owner first.
          </Text>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
