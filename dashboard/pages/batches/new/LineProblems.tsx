import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '../../../icons/tabler.generated.ts';
import type { LineProblem } from './data-table.ts';

const MAX_SHOWN = 20;

/** The rows that cannot be printed, by their line. */
export function LineProblems({ problems }: { readonly problems: readonly LineProblem[] }) {
  if (problems.length === 0) return null;
  const title =
    problems.length === 1 ? '1 row has a problem' : `${problems.length.toLocaleString()} rows have problems`;
  return (
    <Alert
      role="status"
      variant="outline"
      color="danger"
      title={title}
      icon={<IconAlertTriangle aria-hidden />}
    >
      <List size="sm">
        {problems.slice(0, MAX_SHOWN).map(({ line, message }) => (
          <List.Item key={line}>
            Line {line}: {message}
          </List.Item>
        ))}
      </List>
      {problems.length > MAX_SHOWN && `And ${(problems.length - MAX_SHOWN).toLocaleString()} more.`}
    </Alert>
  );
}
