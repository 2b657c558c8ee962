import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Session } from '../../../schema/console/session.ts';
import { consoleApi, readData } from '../../api/console-client.ts';
import { PasswordField } from '../../components/PasswordField.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { validateEmail, validatePassword } from '../../validators.ts';
import { useFormSubmit } from '../../use-form-submit.ts';

interface PasswordFormProps {
  readonly onSignedIn: (session: Session) => Promise<void>;
}

export function PasswordForm({ onSignedIn }: PasswordFormProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: validateEmail, password: validatePassword },
  });
  const { submit, submitting, error } = useFormSubmit(form, async (credentials) =>
    onSignedIn(await readData(consoleApi.POST('/console/auth/sign-in/email', { body: credentials }))),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="Email"
          type="email"
          // `webauthn` lets the browser suggest passkeys here.
          autoComplete="username webauthn"
          required
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordField key={form.key('password')} {...form.getInputProps('password')} />
        {error && <ErrorAlert error={error} title="You could not sign in" />}
        <Button type="submit" loading={submitting}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
