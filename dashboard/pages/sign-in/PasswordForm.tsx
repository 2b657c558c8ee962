import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Session } from '../../../schema/console/session.ts';
import { send } from '../../api/client.ts';
import { PasswordField } from '../../parts/PasswordField.tsx';
import { Problem } from '../../parts/Problem.tsx';
import { emailRule, passwordRule } from '../../rules.ts';
import { useSubmission } from '../../submission.ts';

interface PasswordFormProps {
  readonly onSignedIn: (session: Session) => Promise<void>;
}

export function PasswordForm({ onSignedIn }: PasswordFormProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: emailRule, password: passwordRule },
  });
  const { submit, working, problem } = useSubmission(form, async (credentials) =>
    onSignedIn(await send<Session>('POST', '/auth/sign-in/email', credentials)),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="E-mail"
          type="email"
          // `webauthn`: the browser may list passkeys here.
          autoComplete="username webauthn"
          required
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {problem && <Problem error={problem} title="You were not signed in" />}
        <Button type="submit" loading={working}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
