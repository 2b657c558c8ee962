import { Modal, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WorkspacePerson } from '../../../schema/console/people.ts';
import { consoleApi } from '../../api/console-client.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { sessionQuery, useWorkspace, workspaceQuery } from '../../session.ts';
import { RoleChoice } from './RoleChoice.tsx';
import { peopleQuery } from './people-query.ts';

interface RoleDialogProps {
  readonly person: WorkspacePerson | null;
  readonly own: boolean;
  readonly onClose: () => void;
}

export function RoleDialog({ person, own, onClose }: RoleDialogProps) {
  return (
    <Modal opened={person !== null} onClose={onClose} title={`Role of ${person?.name ?? ''}`}>
      {person && <RoleForm person={person} own={own} onClose={onClose} />}
    </Modal>
  );
}

interface RoleFormProps {
  readonly person: WorkspacePerson;
  readonly own: boolean;
  readonly onClose: () => void;
}

function RoleForm({ person, own, onClose }: RoleFormProps) {
  const { id: workspaceId, role: ownRole } = useWorkspace();
  const [role, setRole] = useState(person.role);
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      consoleApi.PATCH('/console/workspaces/{ws}/people/{personId}', {
        params: { path: { ws: workspaceId, personId: person.id } },
        body: { role },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(peopleQuery(workspaceId));
      if (own) {
        await queryClient.invalidateQueries(workspaceQuery(workspaceId));
        await queryClient.invalidateQueries(sessionQuery);
      }
      onClose();
    },
  });

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <Stack>
        <RoleChoice ownRole={ownRole} value={role} onChange={setRole} />
        {change.error && <ErrorAlert error={change.error} title="The role was not changed" />}
        <DialogActions onCancel={onClose} submitLabel="Change role" submitting={change.isPending} />
      </Stack>
    </form>
  );
}
