import { Menu, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InstanceOperator } from '../../../schema/console/operators.ts';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { Card } from '../../components/Card.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { IconUserMinus } from '../../icons/tabler.generated.ts';
import { usePerson } from '../../session.ts';
import { DANGER_TEXT_COLOR } from '../../theme.ts';
import { operatorsQuery } from './operators-query.ts';
import { RemoveOperatorDialog } from './RemoveOperatorDialog.tsx';

export function OperatorsCard() {
  const query = useQuery(operatorsQuery);
  return (
    <QueryView query={query} label="the operators">
      {({ operators }) => (
        <Card title="Operators" description="People who can open this page." padding="flush">
          <OperatorTable operators={operators} />
        </Card>
      )}
    </QueryView>
  );
}

function OperatorTable({ operators }: { readonly operators: readonly InstanceOperator[] }) {
  const { id: ownId } = usePerson();
  const [removing, setRemoving] = useState<InstanceOperator | null>(null);
  // An instance cannot lose its last operator.
  const removable = operators.length > 1;
  const columns: readonly Column<InstanceOperator>[] = [
    {
      header: 'Name',
      kind: 'heading',
      cell: ({ id, name }) => (
        <>
          {name}
          {id === ownId && (
            <Text span size="xs" c="dimmed" fw={400}>
              {' '}
              (you)
            </Text>
          )}
        </>
      ),
    },
    { header: 'Email address', cell: ({ email }) => email },
    {
      header: 'Actions',
      kind: 'menu',
      cell: (operator) =>
        removable && (
          <ActionMenu label={`Actions for ${operator.name}`} width={220}>
            <Menu.Item
              color={DANGER_TEXT_COLOR}
              leftSection={<IconUserMinus size={16} aria-hidden />}
              onClick={() => setRemoving(operator)}
            >
              {operator.id === ownId ? 'Stop being an operator' : 'Remove'}
            </Menu.Item>
          </ActionMenu>
        ),
    },
  ];
  return (
    <>
      <DataTable caption="Operators" columns={columns} rows={operators} rowKey={({ id }) => id} />
      <RemoveOperatorDialog
        operator={removing}
        own={removing?.id === ownId}
        onClose={() => setRemoving(null)}
      />
    </>
  );
}
