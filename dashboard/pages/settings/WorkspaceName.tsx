import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '../../api/console-client.ts';
import { CopyButton } from '../../components/CopyButton.tsx';
import { Problem } from '../../components/ErrorAlert.tsx';
import { Surface } from '../../components/Card.tsx';
import { nameRule } from '../../validators.ts';
import { sessionQuery, useMay, useWorkspace, workspaceQuery } from '../../session.ts';
import { useSubmission } from '../../use-form-submit.ts';

export function WorkspaceName() {
  const { id, name } = useWorkspace();
  const mayChange = useMay('admin');
  const queryClient = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name }, validate: { name: nameRule } });
  const { submit, working, problem } = useSubmission(form, async (values) => {
    await send('PATCH', `/workspaces/${encodeURIComponent(id)}`, values);
    await Promise.all([
      queryClient.invalidateQueries(workspaceQuery(id)),
      queryClient.invalidateQueries(sessionQuery),
    ]);
    notifications.show({ message: 'The workspace has its new name.' });
  });

  return (
    <Surface title="Workspace">
      <Stack>
        <form onSubmit={submit} noValidate>
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Name"
              required
              readOnly={!mayChange}
              w={{ base: '100%', xs: 320 }}
              autoComplete="off"
              key={form.key('name')}
              {...form.getInputProps('name')}
            />
            {mayChange && (
              <Button type="submit" variant="default" loading={working}>
                Save name
              </Button>
            )}
          </Group>
        </form>
        {problem && <Problem error={problem} title="The name was not changed" />}
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            Workspace id <Code>{id}</Code>
          </Text>
          <CopyButton value={id} label="Copy id" size="compact-xs" />
        </Group>
      </Stack>
    </Surface>
  );
}
