import { Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { useFormSubmit } from '../../use-form-submit.ts';
import { KeyFields } from './KeyFields.tsx';
import { S3Fields } from './S3Fields.tsx';
import { SupabaseFields } from './SupabaseFields.tsx';
import { EMPTY_TARGET, type TargetForm, toCreateTarget } from './target-form.ts';
import { useTargetChanges } from './use-targets.ts';

interface AddTargetDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function AddTargetDialog({ opened, onClose }: AddTargetDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add storage" size="lg">
      <AddTargetForm onClose={onClose} />
    </Modal>
  );
}

/** Mounted with the dialog, so the secrets are discarded when it closes. */
function AddTargetForm({ onClose }: Pick<AddTargetDialogProps, 'onClose'>) {
  const { add } = useTargetChanges();
  const form = useForm<TargetForm>({ initialValues: EMPTY_TARGET });
  const { submit, submitting, error } = useFormSubmit(form, async (values) => {
    await add(toCreateTarget(values));
    onClose();
  });

  return (
    <form onSubmit={submit} autoComplete="off">
      <Stack>
        <SegmentedControl
          fullWidth
          aria-label="Storage type"
          data={[
            { value: 's3', label: 'S3 compatible' },
            { value: 'supabase', label: 'Supabase' },
          ]}
          {...form.getInputProps('provider')}
        />
        <TextInput
          label="Name"
          description="Shown on this page and in API responses."
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {form.values.provider === 's3' ? <S3Fields form={form} /> : <SupabaseFields form={form} />}
        <KeyFields form={form} />
        {error && <ErrorAlert error={error} title="The storage was not added" />}
        <Group justify="space-between" gap="sm">
          <Text size="xs" c="dimmed" maw="34ch">
            Platen tests the connection first: it writes, reads and deletes a small object.
          </Text>
          <Group gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={submitting}>
              Test and save
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
