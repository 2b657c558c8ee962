import { Alert, Button, Code, Group, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { RequestProblem } from '../api/request-error.ts';

interface ProblemProps {
  readonly error: unknown;
  /** What did not work, in the reader's words: `The keys could not be loaded`. */
  readonly title?: string;
  readonly onRetry?: () => void;
}

/** What went wrong, in words, with the request id that support asks for. */
export function Problem({ error, title = 'This did not work', onRetry }: ProblemProps) {
  const problem = error instanceof RequestProblem ? error : null;
  return (
    <Alert
      role="alert"
      variant="outline"
      color="danger"
      title={title}
      icon={<IconAlertTriangle aria-hidden />}
    >
      <Text size="sm">{problem?.message ?? 'Something unexpected happened in the page.'}</Text>
      {problem && problem.details.length > 0 && <Details of={problem} />}
      {problem?.retryAfterSeconds != null && (
        <Text size="sm" mt={4}>
          Try again in {problem.retryAfterSeconds} s.
        </Text>
      )}
      <Group gap="md" mt={onRetry || problem?.requestId ? 'xs' : 0}>
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
        )}
        {problem?.requestId && (
          <Text size="xs" c="dimmed">
            Request <code>{problem.requestId}</code>
          </Text>
        )}
      </Group>
    </Alert>
  );
}

/** One entry for each problem; of a template's mistake, the lines of its excerpt, with a caret below. */
function Details({ of: { code, details } }: { readonly of: RequestProblem }) {
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
