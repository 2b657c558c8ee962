import { Button, Divider, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Session, Setup } from '../../../schema/console/session.ts';
import { send } from '../../api/console-client.ts';
import { hasErrorCode } from '../../api/request-error.ts';
import { rememberWorkspace } from '../../layout/last-workspace.ts';
import { NewAccountFields } from '../../components/NewAccountFields.tsx';
import { PasswordField } from '../../components/PasswordField.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { validateEmail, validateName, validateNewPassword } from '../../validators.ts';
import { sessionQuery, useSession } from '../../session.ts';
import { useFormSubmit } from '../../use-form-submit.ts';

const EMPTY = { token: '', name: '', email: '', password: '', workspaceName: '' };

/** @param props.onLate somebody else has made the owner meanwhile */
export function SetupForm({ onLate }: { readonly onLate: () => void }) {
  const asksForToken = useSession().setup === 'needed-with-token';
  const setUp = useSetUp(onLate);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: EMPTY,
    validate: {
      token: (value) => (asksForToken && value === '' ? 'Enter the token' : null),
      name: validateName,
      email: validateEmail,
      password: validateNewPassword,
      workspaceName: validateName,
    },
  });
  const { submit, submitting, error } = useFormSubmit(form, ({ token, ...owner }) =>
    setUp(asksForToken ? { token, ...owner } : owner),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {asksForToken && (
          <PasswordField
            label="Setup token"
            description="What the deployment’s SETUP_TOKEN says."
            autoComplete="off"
            required
            key={form.key('token')}
            {...form.getInputProps('token')}
          />
        )}
        <NewAccountFields form={form} />
        <Divider />
        <TextInput
          label="Workspace"
          description="A team or a product: it has its own keys, templates and files."
          autoComplete="organization"
          required
          key={form.key('workspaceName')}
          {...form.getInputProps('workspaceName')}
        />
        {error && <ErrorAlert error={error} title="The owner was not created" />}
        <Button type="submit" loading={submitting}>
          Create owner and workspace
        </Button>
      </Stack>
    </form>
  );
}

function useSetUp(onLate: () => void): (setup: Setup) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (setup) => {
    try {
      const session = await send<Session>('POST', '/setup', setup);
      queryClient.setQueryData(sessionQuery.queryKey, session);
      // On one's own machine the owner is in other workspaces too, and their names may come first.
      const made = session.workspaces.find(({ name }) => name === setup.workspaceName.trim());
      if (made) rememberWorkspace(made.id);
      await navigate({ to: '/' });
    } catch (error) {
      if (!hasErrorCode(error, 'SETUP_DONE')) throw error;
      onLate();
    }
  };
}
