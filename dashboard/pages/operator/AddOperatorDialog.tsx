import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { consoleApi, readData } from '../../api/console-client.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { useFormSubmit } from '../../use-form-submit.ts';
import { validateEmail } from '../../validators.ts';
import { operatorsQuery } from './operators-query.ts';

interface AddOperatorDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function AddOperatorDialog({ opened, onClose }: AddOperatorDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add an operator">
      <AddOperatorForm onClose={onClose} />
    </Modal>
  );
}

function AddOperatorForm({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '' },
    validate: { email: validateEmail },
  });
  const { submit, submitting, error } = useFormSubmit(form, async ({ email }: { email: string }) => {
    const { name } = await readData(consoleApi.POST('/console/operator/operators', { body: { email } }));
    await queryClient.invalidateQueries(operatorsQuery);
    notifications.show({ message: `${name} is an operator now.` });
    onClose();
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          type="email"
          label="Email address"
          description="The person needs an account. An operator manages all workspaces, their plans and credits."
          required
          data-autofocus
          autoComplete="off"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        {error && <ErrorAlert error={error} title="No operator was added" />}
        <DialogActions onCancel={onClose} submitLabel="Add operator" submitting={submitting} />
      </Stack>
    </form>
  );
}
