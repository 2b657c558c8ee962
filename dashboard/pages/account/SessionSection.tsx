import { Badge, Button, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ListedSession } from '../../../schema/console/auth.ts';
import { consoleApi } from '../../api/console-client.ts';
import { DateTime } from '../../components/DateTime.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { Card } from '../../components/Card.tsx';
import { IconDeviceDesktop, IconDeviceMobile } from '../../icons/tabler.generated.ts';
import { toDeviceLabel } from './device-label.ts';
import classes from './List.module.css';
import { sessionsQuery } from './sessions-query.ts';

export function SessionSection() {
  const query = useQuery(sessionsQuery);
  const queryClient = useQueryClient();
  const reload = () => queryClient.invalidateQueries(sessionsQuery);
  const endOne = useMutation({
    mutationFn: (id: string) => consoleApi.POST('/console/auth/revoke-session', { body: { id } }),
    onSuccess: reload,
  });
  const endOthers = useMutation({
    mutationFn: () => consoleApi.POST('/console/auth/revoke-other-sessions'),
    onSuccess: reload,
  });
  const error = endOne.error ?? endOthers.error;

  return (
    <Card
      title="Sessions"
      description="The browsers where you are signed in. If you do not recognize a session, end it and change your password."
    >
      <QueryView query={query} label="your sessions">
        {({ sessions }) => (
          <>
            <ul className={classes.list}>
              {sessions.map((session) => (
                <SessionItem
                  key={session.id}
                  session={session}
                  ending={endOne.isPending && endOne.variables === session.id}
                  onEnd={() => endOne.mutate(session.id)}
                />
              ))}
            </ul>
            {error && <ErrorAlert error={error} title="The session was not ended" />}
            {sessions.length > 1 && (
              <Button
                variant="default"
                mt="md"
                loading={endOthers.isPending}
                onClick={() => endOthers.mutate()}
              >
                End all other sessions
              </Button>
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
}

interface SessionItemProps {
  readonly session: ListedSession;
  readonly ending: boolean;
  readonly onEnd: () => void;
}

function SessionItem({ session, ending, onEnd }: SessionItemProps) {
  const { userAgent, ipAddress, createdAt, current } = session;
  const device = toDeviceLabel(userAgent);
  const Symbol = /iPhone|Android/.test(device) ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li className={classes.item}>
      <Symbol size={22} stroke={1.5} aria-hidden />
      <div className={classes.words}>
        <Group gap={8}>
          <Text size="sm" fw={600}>
            {device}
          </Text>
          {current && (
            <Badge variant="default" size="sm" tt="none" fw={500}>
              This browser
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          Signed in <DateTime value={createdAt} />
          {ipAddress && ` from ${ipAddress}`}
        </Text>
      </div>
      {!current && (
        <Button
          size="compact-sm"
          variant="default"
          loading={ending}
          onClick={onEnd}
          aria-label={`End ${device}`}
        >
          End
        </Button>
      )}
    </li>
  );
}
