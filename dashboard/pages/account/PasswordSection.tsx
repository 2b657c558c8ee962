import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { consoleApi } from '../../api/console-client.ts';
import { Card } from '../../components/Card.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { NewPasswordField, PasswordField } from '../../components/PasswordField.tsx';
import { usePerson } from '../../session.ts';
import { useFormSubmit } from '../../use-form-submit.ts';
import { validateNewPassword, validatePassword } from '../../validators.ts';
import { sessionsQuery } from './sessions-query.ts';

export function PasswordSection() {
  const { email } = usePerson();
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '' },
    validate: { currentPassword: validatePassword, newPassword: validateNewPassword },
  });
  const { submit, submitting, error } = useFormSubmit(form, async (values) => {
    await consoleApi.POST('/console/auth/change-password', { body: values });
    form.reset();
    await queryClient.invalidateQueries(sessionsQuery);
    notifications.show({ message: 'Your password was changed. Your other sessions were signed out.' });
  });

  return (
    <Card title="Password" description="A new password signs you out everywhere else.">
      <form onSubmit={submit} noValidate>
        <Stack maw={380}>
          {/* Password managers need the account that the password belongs to. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordField
            label="Current password"
            key={form.key('currentPassword')}
            {...form.getInputProps('currentPassword')}
          />
          <NewPasswordField
            label="New password"
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          {error && <ErrorAlert error={error} title="Your password was not changed" />}
          <Button type="submit" variant="default" loading={submitting} w="fit-content">
            Change password
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
