import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { consoleApi } from '../../api/console-client.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { Card } from '../../components/Card.tsx';
import { validateName } from '../../validators.ts';
import { sessionQuery, useHasRole, useWorkspace, workspaceQuery } from '../../session.ts';
import { useFormSubmit } from '../../use-form-submit.ts';

export function WorkspaceName() {
  const { id, name } = useWorkspace();
  const canChange = useHasRole('admin');
  const queryClient = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name }, validate: { name: validateName } });
  const { submit, submitting, error } = useFormSubmit(form, async (values) => {
    await consoleApi.PATCH('/console/workspaces/{ws}', { params: { path: { ws: id } }, body: values });
    await Promise.all([
      queryClient.invalidateQueries(workspaceQuery(id)),
      queryClient.invalidateQueries(sessionQuery),
    ]);
    notifications.show({ message: 'The workspace was renamed.' });
  });

  return (
    <Card title="Workspace">
      <Stack>
        <form onSubmit={submit} noValidate>
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Name"
              required
              readOnly={!canChange}
              w={{ base: '100%', xs: 320 }}
              autoComplete="off"
              key={form.key('name')}
              {...form.getInputProps('name')}
            />
            {canChange && (
              <Button type="submit" variant="default" loading={submitting}>
                Save name
              </Button>
            )}
          </Group>
        </form>
        {error && <ErrorAlert error={error} title="The workspace was not renamed" />}
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            Workspace ID <Code>{id}</Code>
          </Text>
          <CopyButton value={id} label="Copy ID" size="compact-xs" />
        </Group>
      </Stack>
    </Card>
  );
}
