import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { AcceptInvitation, InvitationPreview } from '../../../schema/console/people.ts';
import { consoleApi, readData } from '../../api/console-client.ts';
import { hasErrorCode } from '../../api/request-error.ts';
import { AuthLayout } from '../../layout/AuthLayout.tsx';
import { OneTimeLinkPage } from '../../layout/OneTimeLinkPage.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { LinkButton, TextLink } from '../../components/links.tsx';
import { NewAccountFields } from '../../components/NewAccountFields.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { lowerFirst, ROLE_DESCRIPTIONS, ROLE_LABELS, withArticle } from '../../role-labels.ts';
import { validateEmail, validateName, validateNewPassword } from '../../validators.ts';
import { sessionQuery, useSession } from '../../session.ts';
import { useFormSubmit } from '../../use-form-submit.ts';

/** The page behind an invitation link. New users create an account; signed-in users join with one click. */
export function InvitationPage() {
  const { token } = useParams({ from: '/invitations/$token' });
  const preview = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      readData(consoleApi.GET('/console/invitations/{token}', { params: { path: { token } }, signal })),
  });

  return (
    <OneTimeLinkPage title="Invitation" label="the invitation" query={preview} gone={GONE}>
      {(invitation) => <Invitation preview={invitation} token={token} />}
    </OneTimeLinkPage>
  );
}

const GONE = {
  code: 'INVITATION_NOT_FOUND',
  title: 'This invitation link is not valid',
  text: 'An invitation link works once, within seven days, unless it is revoked. Ask the person who sent it for a new link.',
} as const;

function Invitation({ preview, token }: { readonly preview: InvitationPreview; readonly token: string }) {
  const { person } = useSession();
  const { workspaceName, role, invitee, invitedBy, expiresAt } = preview;
  const accept = useAccept(token);
  return (
    <AuthLayout
      title={`Join ${workspaceName}`}
      description={
        <>
          {invitee !== null && `For ${invitee}: `}
          {invitedBy} invited you as {withArticle(role)}. {ROLE_LABELS[role]}s{' '}
          {lowerFirst(ROLE_DESCRIPTIONS[role])}. The link works until <DateTime value={expiresAt} />.
        </>
      }
    >
      {person === null ? (
        <Newcomer name={invitee ?? ''} accept={accept} />
      ) : (
        <SignedInGuest name={person.name} accept={accept} />
      )}
    </AuthLayout>
  );
}

type Accept = (body: AcceptInvitation) => Promise<void>;

function useAccept(token: string): Accept {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (body) => {
    const before = queryClient.getQueryData(sessionQuery.queryKey)?.workspaces ?? [];
    const session = await readData(
      consoleApi.POST('/console/invitations/{token}/accept', { params: { path: { token } }, body }),
    );
    queryClient.setQueryData(sessionQuery.queryKey, session);
    const joined = session.workspaces.find(({ id }) => !before.some((known) => known.id === id));
    if (joined) await navigate({ to: '/w/$workspaceId/usage', params: { workspaceId: joined.id } });
    else await navigate({ to: '/' });
  };
}

interface NewcomerProps {
  /** The name that the invitation has, or an empty text. */
  readonly name: string;
  readonly accept: Accept;
}

function Newcomer({ name, accept }: NewcomerProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name, email: '', password: '' },
    validate: { name: validateName, email: validateEmail, password: validateNewPassword },
  });
  const { submit, submitting, error } = useFormSubmit(form, accept);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <NewAccountFields form={form} />
        {error && <ErrorAlert error={error} title="You could not join" />}
        <Button type="submit" loading={submitting}>
          Create account and join
        </Button>
        <Text size="sm" c="dimmed">
          Already have an account?{' '}
          <TextLink
            to="/sign-in"
            search={{ next: window.location.pathname.replace(/^\/dashboard/, '') }}
            inherit
            underline="always"
          >
            Sign in first
          </TextLink>
        </Text>
      </Stack>
    </form>
  );
}

function SignedInGuest({ name, accept }: { readonly name: string; readonly accept: Accept }) {
  const join = useMutation({ mutationFn: () => accept({}) });
  return (
    <Stack>
      {join.error && (
        <ErrorAlert
          error={join.error}
          title={
            hasErrorCode(join.error, 'ALREADY_A_MEMBER') ? 'You are already a member' : 'You could not join'
          }
        />
      )}
      <Button loading={join.isPending} onClick={() => join.mutate()}>
        Join as {name}
      </Button>
      <LinkButton to="/" variant="subtle">
        Not now
      </LinkButton>
    </Stack>
  );
}
