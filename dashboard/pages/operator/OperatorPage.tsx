import { Box, Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Page } from '../../components/Page.tsx';
import { IconLock, IconPlus, IconSearch, IconUserPlus } from '../../icons/tabler.generated.ts';
import { usePerson } from '../../session.ts';
import { AddOperatorDialog } from './AddOperatorDialog.tsx';
import { CreateWorkspaceDialog } from './CreateWorkspaceDialog.tsx';
import { OperatorsCard } from './OperatorsCard.tsx';
import { useOperatorWorkspaces } from './use-operator-workspaces.ts';
import { WorkspaceList } from './WorkspaceList.tsx';

const TYPING_PAUSE_MS = 250;

export function OperatorPage() {
  const { operator } = usePerson();
  return operator ? <Workspaces /> : <OperatorOnly />;
}

function Workspaces() {
  const [search, setSearch] = useState('');
  const [debouncedSearch] = useDebouncedValue(search.trim(), TYPING_PAUSE_MS);
  const { isPending } = useOperatorWorkspaces(debouncedSearch);
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
      <TextInput
        type="search"
        label="Search workspaces"
        placeholder="Part of the name"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        maw={360}
        mb="md"
      />
      <WorkspaceList search={debouncedSearch} />
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
