import { Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AuthLayout } from '../../layout/AuthLayout.tsx';
import { LinkButton } from '../../components/links.tsx';
import { sessionQuery } from '../../session.ts';
import { SetupForm } from './SetupForm.tsx';

export function SetupPage() {
  const [alreadySetUp, setAlreadySetUp] = useState(false);
  return alreadySetUp ? (
    <SetupDone />
  ) : (
    <AuthLayout
      title="Welcome to Platen"
      description="This instance has no owner yet. Create the owner account and the first workspace."
    >
      <SetupForm onAlreadySetUp={() => setAlreadySetUp(true)} />
    </AuthLayout>
  );
}

function SetupDone() {
  const queryClient = useQueryClient();
  const showSignIn = () =>
    queryClient.setQueryData(sessionQuery.queryKey, { setup: 'done', person: null, workspaces: [] });
  return (
    <AuthLayout title="This instance already has an owner">
      <Stack role="alert">
        <Text size="sm">
          Somebody else finished the setup before you, so your account was not created. Ask the owner for an
          invitation link. If you are the owner, sign in.
        </Text>
        <LinkButton to="/sign-in" onClick={showSignIn}>
          Go to sign-in
        </LinkButton>
      </Stack>
    </AuthLayout>
  );
}
