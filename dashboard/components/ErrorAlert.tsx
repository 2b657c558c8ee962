import { Alert, Anchor, Button, Code, Group, List, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { errorPage } from '../../schema/api/error-page.ts';
import { UNEXPECTED_ERROR } from '../api/error-message.ts';
import { RequestError } from '../api/request-error.ts';
import { formatWait } from '../format-duration.ts';
import { IconAlertTriangle } from '../icons/tabler.generated.ts';
import { TextLink } from './links.tsx';

interface ErrorAlertProps {
  readonly error: unknown;
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** Shows an error, with links to its request in the log and to the page about the error. */
export function ErrorAlert({ error, title = 'Something went wrong', onRetry }: ErrorAlertProps) {
  const requestError = error instanceof RequestError ? error : null;
  return (
    <Alert
      role="alert"
      variant="outline"
      color="danger"
      title={title}
      icon={<IconAlertTriangle aria-hidden />}
    >
      <Text size="sm">{requestError?.message ?? UNEXPECTED_ERROR}</Text>
      {requestError && requestError.details.length > 0 && <Details error={requestError} />}
      {requestError?.retryAfterSeconds != null && (
        <Text size="sm" mt={4}>
          Try again in {formatWait(requestError.retryAfterSeconds)}.
        </Text>
      )}
      <Group gap="md" mt={onRetry || requestError?.requestId ? 'xs' : 0}>
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
        {requestError?.requestId && <RequestLink requestId={requestError.requestId} />}
        {requestError && requestError.code !== 'UNREACHABLE' && (
          <Anchor size="xs" href={errorPage(requestError.code)} target="_blank">
            About this error
          </Anchor>
        )}
      </Group>
    </Alert>
  );
}

function RequestLink({ requestId }: { readonly requestId: string }) {
  const { workspaceId } = useParams({ strict: false });
  const id = <code>{requestId}</code>;
  return (
    <Text size="xs" c="dimmed">
      Request{' '}
      {workspaceId === undefined ? (
        id
      ) : (
        <TextLink
          inherit
          to="/w/$workspaceId/requests"
          params={{ workspaceId }}
          search={{ request: requestId }}
        >
          {id}
        </TextLink>
      )}
    </Text>
  );
}

/** For an error in a template, the details are lines of an excerpt with a caret below. */
function Details({ error: { code, details } }: { readonly error: RequestError }) {
  if (code === 'TEMPLATE_COMPILATION_ERROR') {
    return (
      <Code block mt="xs" style={{ whiteSpace: 'pre-wrap' }}>
        {details.join('\n')}
      </Code>
    );
  }
  return (
    <List size="sm" mt={4}>
      {details.map((detail) => (
        <List.Item key={detail}>{detail}</List.Item>
      ))}
    </List>
  );
}
