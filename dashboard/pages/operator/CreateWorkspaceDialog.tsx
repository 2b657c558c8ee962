import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { CreateWorkspace } from '../../../schema/api/operator.ts';
import type { PlanId } from '../../../schema/plans.ts';
import { consoleApi } from '../../api/console-client.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { validateName } from '../../validators.ts';
import { useFormSubmit } from '../../use-form-submit.ts';
import { OPERATOR_WORKSPACES_KEY } from './use-operator-workspaces.ts';
import { PlanSelect } from './PlanSelect.tsx';

interface CreateWorkspaceDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function CreateWorkspaceDialog({ opened, onClose }: CreateWorkspaceDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Create workspace">
      <CreateWorkspaceForm onClose={onClose} />
    </Modal>
  );
}

interface NewWorkspace extends Record<string, unknown> {
  name: string;
  plan: PlanId;
}

function CreateWorkspaceForm({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm<NewWorkspace>({
    mode: 'uncontrolled',
    initialValues: { name: '', plan: 'free' },
    validate: { name: validateName },
  });
  const { submit, submitting, error } = useFormSubmit(form, async (workspace: CreateWorkspace) => {
    await consoleApi.POST('/console/operator/workspaces', { body: workspace });
    await queryClient.invalidateQueries({ queryKey: OPERATOR_WORKSPACES_KEY });
    notifications.show({ message: `“${workspace.name}” was created. Open its menu to invite an owner.` });
    onClose();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <PlanSelect key={form.key('plan')} {...form.getInputProps('plan')} />
        {error && <ErrorAlert error={error} title="The workspace was not created" />}
        <DialogActions onCancel={onClose} submitLabel="Create workspace" submitting={submitting} />
      </Stack>
    </form>
  );
}
