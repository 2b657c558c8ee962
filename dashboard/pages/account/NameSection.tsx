import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '../../api/console-client.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { Card } from '../../components/Card.tsx';
import { validateName } from '../../validators.ts';
import { sessionQuery, usePerson } from '../../session.ts';
import { useFormSubmit } from '../../use-form-submit.ts';

export function NameSection() {
  const { name } = usePerson();
  const queryClient = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: { name }, validate: { name: validateName } });
  const { submit, submitting, error } = useFormSubmit(form, async (values) => {
    await send('POST', '/auth/update-user', values);
    await queryClient.invalidateQueries(sessionQuery);
    notifications.show({ message: 'Your name is saved.' });
  });

  return (
    <Card title="Name" description="What the others in your workspaces see.">
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
          <Button type="submit" variant="default" loading={submitting}>
            Save name
          </Button>
        </Group>
        {error && <ErrorAlert error={error} title="The name was not saved" />}
      </form>
    </Card>
  );
}
