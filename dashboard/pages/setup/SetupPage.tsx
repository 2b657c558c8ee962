import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AuthLayout } from '../../layout/AuthLayout.tsx';
import { LinkButton } from '../../components/links.tsx';
import { sessionQuery } from '../../session.ts';
import { SetupForm } from './SetupForm.tsx';

/** The first visit: makes the owner of the instance and the first workspace. */
export function SetupPage() {
  const [late, setLate] = useState(false);
  return late ? (
    <SetupDone />
  ) : (
    <AuthLayout
      title="Welcome to Platen"
      description="Nobody owns this instance yet. Make yourself its owner, and name the first workspace."
    >
      <SetupForm onLate={() => setLate(true)} />
    </AuthLayout>
  );
}

/** Somebody else was first: what the reader typed made nobody. */
function SetupDone() {
  const queryClient = useQueryClient();
  const showSignIn = () =>
    queryClient.setQueryData(sessionQuery.queryKey, { setup: 'done', person: null, workspaces: [] });
  return (
    <AuthLayout title="This instance has an owner">
      <Stack role="alert">
        <Text size="sm">
          Somebody else finished the setup a moment before you, so your account was not made. Ask the owner
          for an invitation link. If the owner is you, sign in.
        </Text>
        <LinkButton to="/sign-in" onClick={showSignIn}>
          Go to sign-in
        </LinkButton>
      </Stack>
    </AuthLayout>
  );
}
