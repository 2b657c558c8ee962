import { Checkbox, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import type { TemplateVersionSummary } from '../../../schema/api/templates.ts';
import type { EditedTemplate } from '../../../schema/console/templates.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { useVersionPair, VersionPairChoice } from '../../components/VersionPair.tsx';
import { type DiffField, DIFF_FIELDS, readField } from './diff-fields.ts';
import { versionQuery } from './templates-api.ts';
import classes from './VersionDiff.module.css';

const DiffView = lazy(() =>
  import('../../editor/DiffView.tsx').then((module) => ({ default: module.DiffView })),
);

interface VersionDiffProps {
  readonly workspaceId: string;
  readonly templateId: string;
  /** Newest first; at least two. */
  readonly versions: readonly TemplateVersionSummary[];
}

export function VersionDiff({ workspaceId, templateId, versions }: VersionDiffProps) {
  const pair = useVersionPair(versions);
  const { from, to } = pair;
  const [before, after] = useQueries({
    queries: [from, to].map((version) => versionQuery(workspaceId, templateId, version)),
  });

  return (
    <Stack gap="sm">
      <VersionPairChoice versions={versions} {...pair} />
      {before?.error && <ErrorAlert error={before.error} title={`Could not load version ${from}`} />}
      {after?.error && <ErrorAlert error={after.error} title={`Could not load version ${to}`} />}
      {before?.data && after?.data && <Fields before={before.data} after={after.data} />}
    </Stack>
  );
}

interface FieldsProps {
  readonly before: EditedTemplate;
  readonly after: EditedTemplate;
}

function Fields({ before, after }: FieldsProps) {
  const changed = DIFF_FIELDS.filter(({ field }) => readField(before, field) !== readField(after, field));
  const [picked, setPicked] = useState<DiffField | null>(null);
  const shown = DIFF_FIELDS.find(({ field }) => field === picked) ?? changed[0];
  if (changed.length === 0 || !shown) {
    return (
      <Text size="sm" c="dimmed" role="status">
        These versions are identical.
      </Text>
    );
  }
  const texts = { before: readField(before, shown.field), after: readField(after, shown.field) };
  return (
    <>
      <SegmentedControl
        aria-label="Field to compare"
        className={classes.fields}
        data={DIFF_FIELDS.map(({ field, label }) => ({
          value: field,
          label: changed.some((one) => one.field === field) ? `${label} •` : label,
        }))}
        value={shown.field}
        onChange={(value) => setPicked(DIFF_FIELDS.find(({ field }) => field === value)?.field ?? null)}
      />
      {texts.before === texts.after ? (
        <Text size="sm" c="dimmed" role="status">
          No changes in this field. A dot marks the fields that changed.
        </Text>
      ) : (
        <Difference
          {...texts}
          language={shown.language}
          label={`${shown.label}: from version ${before.version} to ${after.version}`}
        />
      )}
    </>
  );
}

type DifferenceProps = Omit<ComponentProps<typeof DiffView>, 'folded'>;

/** Shows the changed lines with some context. The check box is the keyboard-accessible way to see all lines. */
export function Difference(props: DifferenceProps) {
  const [whole, setWhole] = useState(false);
  return (
    <>
      <Checkbox
        label="Show unchanged lines"
        checked={whole}
        onChange={(event) => setWhole(event.currentTarget.checked)}
      />
      <div className={classes.diff}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <DiffView {...props} folded={!whole} />
        </Suspense>
      </div>
    </>
  );
}
