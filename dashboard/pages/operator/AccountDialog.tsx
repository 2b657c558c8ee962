import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { SetWorkspace } from '../../../schema/api/operator.ts';
import type { OperatedWorkspace } from '../../../schema/console/workspaces.ts';
import type { PlanId } from '../../../schema/plans.ts';
import { consoleApi } from '../../api/console-client.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { useFormSubmit } from '../../use-form-submit.ts';
import { OPERATOR_WORKSPACES_KEY } from './use-operator-workspaces.ts';
import { PlanSelect } from './PlanSelect.tsx';

interface AccountDialogProps {
  readonly workspace: OperatedWorkspace | null;
  readonly onClose: () => void;
}

export function AccountDialog({ workspace, onClose }: AccountDialogProps) {
  return (
    <Modal opened={workspace !== null} onClose={onClose} title={`Account of ${workspace?.name ?? ''}`}>
      {workspace && <AccountForm workspace={workspace} onClose={onClose} />}
    </Modal>
  );
}

interface Account extends Record<string, unknown> {
  plan: PlanId;
  credits: string;
  quotaUsed: string;
}

const validateCount = (value: string): string | null =>
  /^\d{1,9}$/.test(value.trim()) ? null : 'Enter a whole number, 0 or more';

/** Only changed fields are sent, so that PDFs printed in the meantime still count. */
function findChanges(workspace: OperatedWorkspace, values: Account): SetWorkspace {
  const credits = Number(values.credits);
  const quotaUsed = Number(values.quotaUsed);
  return {
    ...(values.plan === workspace.plan ? {} : { plan: values.plan }),
    ...(credits === workspace.credits ? {} : { credits }),
    ...(quotaUsed === workspace.quotaUsed ? {} : { quotaUsed }),
  };
}

interface AccountFormProps {
  readonly workspace: OperatedWorkspace;
  readonly onClose: () => void;
}

function AccountForm({ workspace, onClose }: AccountFormProps) {
  const { id, name, plan } = workspace;
  const queryClient = useQueryClient();
  const form = useForm<Account>({
    mode: 'uncontrolled',
    initialValues: { plan, credits: String(workspace.credits), quotaUsed: String(workspace.quotaUsed) },
    validate: { credits: validateCount, quotaUsed: validateCount },
  });
  const { submit, submitting, error } = useFormSubmit(form, async (values) => {
    await consoleApi.PATCH('/console/operator/workspaces/{ws}', {
      params: { path: { ws: id } },
      body: findChanges(workspace, values),
    });
    await queryClient.invalidateQueries({ queryKey: OPERATOR_WORKSPACES_KEY });
    await queryClient.invalidateQueries({ queryKey: ['workspace', id] });
    notifications.show({ message: `The account of “${name}” was changed.` });
    onClose();
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <PlanSelect key={form.key('plan')} {...form.getInputProps('plan')} />
        <TextInput
          label="Credits"
          description="Purchased in addition to the quota. They are used after the quota and do not expire."
          inputMode="numeric"
          autoComplete="off"
          key={form.key('credits')}
          {...form.getInputProps('credits')}
        />
        <TextInput
          label="Quota used this month"
          description="Enter 0 to restore the full quota of this month."
          inputMode="numeric"
          autoComplete="off"
          key={form.key('quotaUsed')}
          {...form.getInputProps('quotaUsed')}
        />
        {error && <ErrorAlert error={error} title="The account was not changed" />}
        <DialogActions onCancel={onClose} submitLabel="Save" submitting={submitting} />
      </Stack>
    </form>
  );
}
