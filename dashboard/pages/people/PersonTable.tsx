import { Avatar, Badge, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { WorkspacePerson } from '../../../schema/console/people.ts';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { usePerson, useWorkspace } from '../../session.ts';
import { ROLE_LABELS } from '../../role-labels.ts';
import { PersonMenu } from './PersonMenu.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { RoleDialog } from './RoleDialog.tsx';

export function PersonTable({ people }: { readonly people: readonly WorkspacePerson[] }) {
  const { id: ownId } = usePerson();
  const { role: ownRole } = useWorkspace();
  const [changing, setChanging] = useState<WorkspacePerson | null>(null);
  const [removing, setRemoving] = useState<WorkspacePerson | null>(null);
  const onlyOwnerId = findOnlyOwner(people)?.id;

  const columns: readonly Column<WorkspacePerson>[] = [
    {
      header: 'Name',
      kind: 'heading',
      cell: (person) => <Identity person={person} own={person.id === ownId} />,
    },
    { header: 'Role', cell: ({ role }) => ROLE_LABELS[role] },
    { header: 'Joined', cell: ({ joinedAt }) => <DateTime value={joinedAt} show="day" /> },
    {
      header: 'Actions',
      kind: 'menu',
      cell: (person) => (
        <PersonMenu
          person={person}
          own={person.id === ownId}
          ownRole={ownRole}
          isOnlyOwner={person.id === onlyOwnerId}
          onChangeRole={() => setChanging(person)}
          onRemove={() => setRemoving(person)}
        />
      ),
    },
  ];

  return (
    <>
      <DataTable caption="People" columns={columns} rows={people} rowKey={({ id }) => id} />
      <RoleDialog person={changing} own={changing?.id === ownId} onClose={() => setChanging(null)} />
      <RemoveDialog person={removing} own={removing?.id === ownId} onClose={() => setRemoving(null)} />
    </>
  );
}

/** The owner, if there is only one. A workspace cannot lose its last owner. */
function findOnlyOwner(people: readonly WorkspacePerson[]): WorkspacePerson | undefined {
  const owners = people.filter(({ role }) => role === 'owner');
  return owners.length === 1 ? owners[0] : undefined;
}

function Identity({
  person: { name, email },
  own,
}: {
  readonly person: WorkspacePerson;
  readonly own: boolean;
}) {
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={name} color="cyan" variant="outline" size={32} alt="" />
      <div>
        <Group gap={6}>
          <Text span inherit>
            {name}
          </Text>
          {own && (
            <Badge variant="default" size="sm" tt="none" fw={500}>
              You
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      </div>
    </Group>
  );
}
