import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { send } from '../../api/console-client.ts';
import { PasswordField } from '../../components/PasswordField.tsx';
import { Problem } from '../../components/ErrorAlert.tsx';
import { Surface } from '../../components/Card.tsx';
import { newPasswordRule, PASSWORD_HINT, passwordRule } from '../../validators.ts';
import { usePerson } from '../../session.ts';
import { useSubmission } from '../../use-form-submit.ts';
import { sessionsQuery } from './sessions-query.ts';

export function PasswordSection() {
  const { email } = usePerson();
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '' },
    validate: { currentPassword: passwordRule, newPassword: newPasswordRule },
  });
  const { submit, working, problem } = useSubmission(form, async (values) => {
    await send('POST', '/auth/change-password', values);
    form.reset();
    await queryClient.invalidateQueries(sessionsQuery);
    notifications.show({ message: 'Your password is changed. Your other sessions have ended.' });
  });

  return (
    <Surface title="Password" description="Changing it ends your sessions everywhere else.">
      <form onSubmit={submit} noValidate>
        <Stack maw={380}>
          {/* Tells a password manager whose password this is. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            required
            key={form.key('currentPassword')}
            {...form.getInputProps('currentPassword')}
          />
          <PasswordField
            label="New password"
            description={PASSWORD_HINT}
            autoComplete="new-password"
            required
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          {problem && <Problem error={problem} title="The password was not changed" />}
          <Button type="submit" variant="default" loading={working} w="fit-content">
            Change password
          </Button>
        </Stack>
      </form>
    </Surface>
  );
}
