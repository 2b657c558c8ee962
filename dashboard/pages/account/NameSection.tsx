import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { consoleApi } from '../../api/console-client.ts';
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
    await consoleApi.POST('/console/auth/update-user', { body: values });
    await queryClient.invalidateQueries(sessionQuery);
    notifications.show({ message: 'Your name was saved.' });
  });

  return (
    <Card title="Name" description="Other people in your workspaces see this name.">
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
        {error && <ErrorAlert error={error} title="Your name was not saved" />}
      </form>
    </Card>
  );
}
