import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '../../../icons/tabler.generated.ts';
import type { RowsSummary } from './data-calls.ts';
import { type DataTable, describeProblem } from './data-table.ts';

interface RowProblemsProps {
  readonly built: RowsSummary;
  readonly unit: DataTable['unit'];
}

/** The rows that cannot be printed, by their line and column. */
export function RowProblems({ built: { wrongRows, problems, moreProblems }, unit }: RowProblemsProps) {
  if (problems.length === 0) return null;
  const title = wrongRows === 1 ? '1 row has a problem' : `${wrongRows.toLocaleString()} rows have problems`;
  return (
    <Alert
      role="status"
      variant="outline"
      color="danger"
      title={title}
      icon={<IconAlertTriangle aria-hidden />}
    >
      <List size="sm">
        {problems.map((problem) => (
          <List.Item key={`${problem.line} ${problem.field} ${problem.message}`}>
            {describeProblem(problem, unit)}
          </List.Item>
        ))}
      </List>
      {moreProblems > 0 && `And ${moreProblems.toLocaleString()} more.`}
    </Alert>
  );
}
