import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconLock, IconPlus, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Page } from '../../components/Page.tsx';
import { usePerson } from '../../session.ts';
import { CreateWorkspaceDialog } from './CreateWorkspaceDialog.tsx';
import { WorkspaceList } from './WorkspaceList.tsx';

const TYPING_PAUSE_MS = 250;

/** For who runs the instance: every workspace, its plan and its credits. */
export function OperatorPage() {
  const { operator } = usePerson();
  return operator ? <Workspaces /> : <NotTheOperator />;
}

function Workspaces() {
  const [search, setSearch] = useState('');
  const [settledSearch] = useDebouncedValue(search.trim(), TYPING_PAUSE_MS);
  const [creating, setCreating] = useState(false);
  return (
    <Page
      title="Operator"
      description="Every workspace of this instance, its plan and its credits."
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          Create workspace
        </Button>
      }
    >
      <TextInput
        type="search"
        label="Search workspaces"
        placeholder="A part of the name"
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        maw={360}
        mb="md"
      />
      <WorkspaceList search={settledSearch} />
      <CreateWorkspaceDialog opened={creating} onClose={() => setCreating(false)} />
    </Page>
  );
}

const NotTheOperator = () => (
  <Page title="Operator">
    <EmptyState icon={IconLock} title="This page is for who runs the instance">
      Plans and credits of all workspaces are changed here. Ask the operator if yours needs another plan.
    </EmptyState>
  </Page>
);
