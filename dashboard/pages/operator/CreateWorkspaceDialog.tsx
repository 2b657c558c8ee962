import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { CreateWorkspace } from '../../../schema/api/operator.ts';
import type { PlanId } from '../../../schema/plans.ts';
import { send } from '../../api/console-client.ts';
import { DialogButtons } from '../../components/DialogActions.tsx';
import { Problem } from '../../components/ErrorAlert.tsx';
import { nameRule } from '../../validators.ts';
import { useSubmission } from '../../use-form-submit.ts';
import { OPERATED } from './operator-query.ts';
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
    validate: { name: nameRule },
  });
  const { submit, working, problem } = useSubmission(form, async (workspace: CreateWorkspace) => {
    await send('POST', '/operator/workspaces', workspace);
    await queryClient.invalidateQueries({ queryKey: OPERATED });
    notifications.show({ message: `“${workspace.name}” is created. Invite its owner from the row’s menu.` });
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
        {problem && <Problem error={problem} title="The workspace was not created" />}
        <DialogButtons onCancel={onClose} submitLabel="Create workspace" working={working} />
      </Stack>
    </form>
  );
}
