import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Page } from '../../components/Page.tsx';
import { SearchField, useSearchText } from '../../components/SearchField.tsx';
import { IconLock, IconPlus, IconUserPlus } from '../../icons/tabler.generated.ts';
import { usePerson } from '../../session.ts';
import { AddOperatorDialog } from './AddOperatorDialog.tsx';
import { CreateWorkspaceDialog } from './CreateWorkspaceDialog.tsx';
import { OperatorsCard } from './OperatorsCard.tsx';
import { useOperatorWorkspaces } from './use-operator-workspaces.ts';
import { WorkspaceList } from './WorkspaceList.tsx';

export function OperatorPage() {
  const { operator } = usePerson();
  return operator ? <Workspaces /> : <OperatorOnly />;
}

function Workspaces() {
  const { typed, setTyped, search } = useSearchText();
  const { isPending } = useOperatorWorkspaces(search);
  const [creating, setCreating] = useState(false);
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title="Operator"
      description="All workspaces of this instance, with their plans and credits."
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconUserPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            Add operator
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
            Create workspace
          </Button>
        </>
      }
    >
      <SearchField label="Search workspaces" value={typed} onChange={setTyped} />
      <WorkspaceList search={search} />
      {!isPending && (
        // Shown after the workspaces have loaded, so that it does not move.
        <Box mt="lg">
          <OperatorsCard />
        </Box>
      )}
      <CreateWorkspaceDialog opened={creating} onClose={() => setCreating(false)} />
      <AddOperatorDialog opened={adding} onClose={() => setAdding(false)} />
    </Page>
  );
}

const OperatorOnly = () => (
  <Page title="Operator">
    <EmptyState icon={IconLock} title="Only the operator of this instance can open this page">
      The operator manages the plans and credits of all workspaces. Ask the operator if your workspace needs
      another plan.
    </EmptyState>
  </Page>
);
