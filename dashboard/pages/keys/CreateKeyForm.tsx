import { Radio, Stack, TextInput } from '@mantine/core';
import { type GetInputPropsReturnType, useForm } from '@mantine/form';
import type { CreatedKey, CreateKey } from '../../../schema/console/keys.ts';
import type { Environment, Permission } from '../../../schema/permissions.ts';
import { consoleApi, readData } from '../../api/console-client.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { validateName } from '../../validators.ts';
import { useWorkspace } from '../../session.ts';
import { useFormSubmit } from '../../use-form-submit.ts';
import { endOfDay, tomorrow } from './local-day.ts';
import { PermissionBoxes } from './PermissionBoxes.tsx';

interface KeyValues extends Record<string, unknown> {
  name: string;
  environment: Environment;
  permissions: Permission[];
  expiresOn: string;
}

const INITIAL: KeyValues = {
  name: '',
  environment: 'test',
  permissions: ['pdf.generate', 'pdf.read'],
  expiresOn: '',
};

const toRequest = ({ expiresOn, ...values }: KeyValues): CreateKey => ({
  ...values,
  ...(expiresOn === '' ? {} : { expiresAt: endOfDay(expiresOn) }),
});

interface CreateKeyFormProps {
  readonly onCreated: (key: CreatedKey) => Promise<void>;
  readonly onCancel: () => void;
}

export function CreateKeyForm({ onCreated, onCancel }: CreateKeyFormProps) {
  const { id: workspaceId } = useWorkspace();
  const form = useForm<KeyValues>({
    initialValues: INITIAL,
    validate: {
      name: validateName,
      permissions: (value) => (value.length === 0 ? 'Choose at least one permission' : null),
      expiresOn: (value) => (value !== '' && value < tomorrow() ? 'Choose a day in the future' : null),
    },
  });
  const { submit, submitting, error } = useFormSubmit(form, async (values) => {
    const params = { path: { ws: workspaceId } };
    const body = toRequest(values);
    await onCreated(await readData(consoleApi.POST('/console/workspaces/{ws}/keys', { params, body })));
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Name"
          description="Choose a name that says where the key is used."
          required
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <EnvironmentChoice {...form.getInputProps('environment')} />
        <PermissionBoxes
          value={form.values.permissions}
          onChange={(permissions) => form.setFieldValue('permissions', permissions)}
          error={form.errors.permissions}
        />
        <TextInput
          type="date"
          label="Expires (optional)"
          description="The key works until the end of this day, in your time zone."
          min={tomorrow()}
          {...form.getInputProps('expiresOn')}
        />
        {error && <ErrorAlert error={error} title="The key was not created" />}
        <DialogActions onCancel={onCancel} submitLabel="Create key" submitting={submitting} />
      </Stack>
    </form>
  );
}

/** Source: contract 5.4. */
const EnvironmentChoice = (field: GetInputPropsReturnType) => (
  <Radio.Group label="Environment" {...field}>
    <Stack gap="xs" mt="xs">
      <Radio
        value="test"
        label="Test"
        description="Uses no credits. PDFs have a TEST watermark and are kept for 24 hours."
      />
      <Radio
        value="live"
        label="Live"
        description="Each PDF uses one credit. Files are kept for the retention period of the plan."
      />
    </Stack>
  </Radio.Group>
);
