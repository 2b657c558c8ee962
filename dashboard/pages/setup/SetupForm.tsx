import { Button, Divider, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Setup } from '../../../schema/console/session.ts';
import { consoleApi, readData } from '../../api/console-client.ts';
import { hasErrorCode } from '../../api/request-error.ts';
import { rememberWorkspace } from '../../layout/last-workspace.ts';
import { NewAccountFields } from '../../components/NewAccountFields.tsx';
import { SecretField } from '../../components/PasswordField.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { validateEmail, validateName, validateNewPassword } from '../../validators.ts';
import { sessionQuery, useSession } from '../../session.ts';
import { useFormSubmit } from '../../use-form-submit.ts';

/** `npm start` prints an address with the token. */
const tokenOfAddress = (): string => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';

const EMPTY = { name: '', email: '', password: '', workspaceName: '' };

/** @param props.onAlreadySetUp called if somebody else finished the setup first */
export function SetupForm({ onAlreadySetUp }: { readonly onAlreadySetUp: () => void }) {
  const needsToken = useSession().setup === 'needed-with-token';
  const [given] = useState(tokenOfAddress);
  const asksForToken = needsToken && given === '';
  const setUp = useSetUp(onAlreadySetUp);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { ...EMPTY, token: given },
    validate: {
      token: (value) => (asksForToken && value === '' ? 'Enter the setup token' : null),
      name: validateName,
      email: validateEmail,
      password: validateNewPassword,
      workspaceName: validateName,
    },
  });
  const { submit, submitting, error } = useFormSubmit(form, ({ token, ...owner }) =>
    setUp(needsToken ? { token, ...owner } : owner),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {asksForToken && (
          <SecretField
            label="Setup token"
            description="The value of the SETUP_TOKEN secret of this deployment."
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
          description="For a team or a product. A workspace has its own API keys, templates and files."
          autoComplete="organization"
          required
          key={form.key('workspaceName')}
          {...form.getInputProps('workspaceName')}
        />
        {error && <ErrorAlert error={error} title="The account was not created" />}
        <Button type="submit" loading={submitting}>
          Create account and workspace
        </Button>
      </Stack>
    </form>
  );
}

function useSetUp(onAlreadySetUp: () => void): (setup: Setup) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (setup) => {
    try {
      const session = await readData(consoleApi.POST('/console/setup', { body: setup }));
      queryClient.setQueryData(sessionQuery.queryKey, session);
      // On a developer's machine, the owner can belong to other workspaces too.
      const made = session.workspaces.find(({ name }) => name === setup.workspaceName.trim());
      if (made) rememberWorkspace(made.id);
      await navigate({ to: '/' });
    } catch (error) {
      if (!hasErrorCode(error, 'SETUP_DONE')) throw error;
      onAlreadySetUp();
    }
  };
}
