import { Menu, Text } from '@mantine/core';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import type { WorkspacePerson } from '../../../schema/console/people.ts';
import { isAtLeast, type Role } from '../../../schema/console/roles.ts';
import { IconDoorExit, IconUserMinus, IconUserShield } from '../../icons/tabler.generated.ts';
import { DANGER_TEXT_COLOR } from '../../theme.ts';

interface PersonMenuProps {
  readonly person: WorkspacePerson;
  readonly own: boolean;
  readonly ownRole: Role;
  readonly isOnlyOwner: boolean;
  readonly onChangeRole: () => void;
  readonly onRemove: () => void;
}

/** Owners can change everyone, admins everyone except owners. The only owner cannot leave. */
export function PersonMenu({ person, own, ownRole, isOnlyOwner, onChangeRole, onRemove }: PersonMenuProps) {
  const canChange = isAtLeast(ownRole, person.role === 'owner' ? 'owner' : 'admin');
  if (!canChange && !own) return null;
  return (
    <ActionMenu label={`Actions for ${person.name}`} width={240}>
      {canChange && (
        <Menu.Item
          leftSection={<IconUserShield size={16} aria-hidden />}
          disabled={isOnlyOwner}
          onClick={onChangeRole}
        >
          Change role
        </Menu.Item>
      )}
      <Menu.Item
        color={DANGER_TEXT_COLOR}
        leftSection={own ? <IconDoorExit size={16} aria-hidden /> : <IconUserMinus size={16} aria-hidden />}
        disabled={isOnlyOwner}
        onClick={onRemove}
      >
        {own ? 'Leave workspace' : 'Remove'}
      </Menu.Item>
      {isOnlyOwner && (
        <Text size="xs" c="dimmed" px="sm" py={4}>
          A workspace needs at least one owner. Make somebody else an owner first.
        </Text>
      )}
    </ActionMenu>
  );
}
