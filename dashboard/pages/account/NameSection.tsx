import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '../../api/console-client.ts';
import { Problem } from '../../components/ErrorAlert.tsx';
import { Surface } from '../../components/Card.tsx';
import { nameRule } from '../../validators.ts';
import { sessionQuery, usePerson } from '../../session.ts';
import { useSubmission } from '../../use-form-submit.ts';

export function NameSection() {
  const { name } = usePerson();
  const queryClient = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name }, validate: { name: nameRule } });
  const { submit, working, problem } = useSubmission(form, async (values) => {
    await send('POST', '/auth/update-user', values);
    await queryClient.invalidateQueries(sessionQuery);
    notifications.show({ message: 'Your name is saved.' });
  });

  return (
    <Surface title="Name" description="What the others in your workspaces see.">
      <form onSubmit={submit} noValidate>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Your name"
            autoComplete="name"
            required
            w={{ base: '100%', xs: 320 }}
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <Button type="submit" variant="default" loading={working}>
            Save name
          </Button>
        </Group>
        {problem && <Problem error={problem} title="The name was not saved" />}
      </form>
    </Surface>
  );
}
