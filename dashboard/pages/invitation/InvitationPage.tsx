import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { AcceptInvitation, InvitationPreview } from '../../../schema/console/people.ts';
import type { Session } from '../../../schema/console/session.ts';
import { get, send } from '../../api/console-client.ts';
import { isProblem } from '../../api/request-error.ts';
import { QuietFrame } from '../../layout/AuthLayout.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { LinkButton, TextLink } from '../../components/links.tsx';
import { LoadingRows } from '../../components/SkeletonRows.tsx';
import { NewAccountFields } from '../../components/NewAccountFields.tsx';
import { Problem } from '../../components/ErrorAlert.tsx';
import { lowered, ROLE_MEANING, withArticle } from '../../role-labels.ts';
import { emailRule, nameRule, newPasswordRule } from '../../validators.ts';
import { sessionQuery, useSession } from '../../session.ts';
import { useSubmission } from '../../use-form-submit.ts';

/** Where an invitation link leads: a newcomer makes an account, somebody signed in joins with a click. */
export function InvitationPage() {
  const { token } = useParams({ from: '/invitations/$token' });
  const path = `/invitations/${encodeURIComponent(token)}`;
  const preview = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => get<InvitationPreview>(path, signal),
  });

  if (preview.isError) return <InvitationGone error={preview.error} onRetry={() => void preview.refetch()} />;
  if (preview.data === undefined) {
    return (
      <QuietFrame title="Invitation">
        <LoadingRows rows={3} label="the invitation" />
      </QuietFrame>
    );
  }
  return <Invitation preview={preview.data} path={path} />;
}

function Invitation({ preview, path }: { readonly preview: InvitationPreview; readonly path: string }) {
  const { person } = useSession();
  const { workspaceName, role, invitedBy, expiresAt } = preview;
  const accept = useAccept(path);
  return (
    <QuietFrame
      title={`Join ${workspaceName}`}
      description={
        <>
          {invitedBy} invites you as {withArticle(role)}, who {lowered(ROLE_MEANING[role])}. The link works
          until <DateTime value={expiresAt} />.
        </>
      }
    >
      {person === null ? <Newcomer accept={accept} /> : <SignedInGuest name={person.name} accept={accept} />}
    </QuietFrame>
  );
}

type Accept = (body: AcceptInvitation) => Promise<void>;

function useAccept(path: string): Accept {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (body) => {
    const before = queryClient.getQueryData(sessionQuery.queryKey)?.workspaces ?? [];
    const session = await send<Session>('POST', `${path}/accept`, body);
    queryClient.setQueryData(sessionQuery.queryKey, session);
    const joined = session.workspaces.find(({ id }) => !before.some((known) => known.id === id));
    if (joined) await navigate({ to: '/w/$workspaceId/usage', params: { workspaceId: joined.id } });
    else await navigate({ to: '/' });
  };
}

function Newcomer({ accept }: { readonly accept: Accept }) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '', email: '', password: '' },
    validate: { name: nameRule, email: emailRule, password: newPasswordRule },
  });
  const { submit, working, problem } = useSubmission(form, accept);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <NewAccountFields form={form} />
        {problem && <Problem error={problem} title="You did not join" />}
        <Button type="submit" loading={working}>
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
        <Problem
          error={join.error}
          title={isProblem(join.error, 'ALREADY_A_MEMBER') ? 'You belong to it already' : 'You did not join'}
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

interface InvitationGoneProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

function InvitationGone({ error, onRetry }: InvitationGoneProps) {
  if (!isProblem(error, 'INVITATION_NOT_FOUND')) {
    return (
      <QuietFrame title="Invitation">
        <Problem error={error} title="Could not load the invitation" onRetry={onRetry} />
      </QuietFrame>
    );
  }
  return (
    <QuietFrame title="This link does not work">
      <Stack>
        <Text size="sm">
          An invitation link works once and for seven days, unless it was revoked. Ask who sent it for a new
          one.
        </Text>
        <LinkButton to="/" variant="default">
          Go to the start page
        </LinkButton>
      </Stack>
    </QuietFrame>
  );
}
