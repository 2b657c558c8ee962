import { Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { ListedPasskey } from '../../../schema/console/auth.ts';
import { consoleApi } from '../../api/console-client.ts';
import { hasErrorCode } from '../../api/request-error.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { addPasskey } from '../../passkeys.ts';
import { validateName } from '../../validators.ts';
import { useFormSubmit } from '../../use-form-submit.ts';
import { toDeviceLabel } from './device-label.ts';
import { passkeysQuery } from './passkeys-query.ts';

interface PasskeyNameDialogProps {
  readonly opened: boolean;
  /** If it is null, the dialog creates a new passkey. */
  readonly renames: ListedPasskey | null;
  readonly onClose: () => void;
}

export function PasskeyNameDialog({ opened, renames, onClose }: PasskeyNameDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={renames ? 'Rename passkey' : 'Add a passkey'}>
      <NameForm renames={renames} onClose={onClose} />
    </Modal>
  );
}

function NameForm({ renames, onClose }: Omit<PasskeyNameDialogProps, 'opened'>) {
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: renames?.name ?? toDeviceLabel(navigator.userAgent) },
    validate: { name: validateName },
  });
  const { submit, submitting, error } = useFormSubmit(form, async ({ name }) => {
    if (renames)
      await consoleApi.POST('/console/auth/passkey/update-passkey', { body: { id: renames.id, name } });
    else if ((await addPasskey(name)) === null) return;
    await queryClient.invalidateQueries(passkeysQuery);
    onClose();
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Name"
          description={
            renames
              ? undefined
              : 'Choose a name that helps you recognize this passkey. Your browser then asks how to unlock it.'
          }
          required
          data-autofocus
          autoComplete="off"
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        {error && (
          <ErrorAlert
            error={error}
            title={hasErrorCode(error, 'SESSION_NOT_FRESH') ? 'Sign in again' : 'The passkey was not saved'}
          />
        )}
        <DialogActions
          onCancel={onClose}
          submitLabel={renames ? 'Save name' : 'Continue'}
          submitting={submitting}
        />
      </Stack>
    </form>
  );
}
