import { Checkbox, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import type { TemplateVersionSummary } from '../../../schema/api/templates.ts';
import type { EditedTemplate } from '../../../schema/console/templates.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { useVersionPair, VersionPairChoice } from '../../components/VersionPair.tsx';
import { type DiffPart, DIFF_PARTS, readPart } from './diff-parts.ts';
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
      {before?.data && after?.data && <Parts before={before.data} after={after.data} />}
    </Stack>
  );
}

interface PartsProps {
  readonly before: EditedTemplate;
  readonly after: EditedTemplate;
}

function Parts({ before, after }: PartsProps) {
  const changed = DIFF_PARTS.filter(({ part }) => readPart(before, part) !== readPart(after, part));
  const [picked, setPicked] = useState<DiffPart | null>(null);
  const shown = DIFF_PARTS.find(({ part }) => part === picked) ?? changed[0];
  if (changed.length === 0 || !shown) {
    return (
      <Text size="sm" c="dimmed" role="status">
        These versions are identical.
      </Text>
    );
  }
  const texts = { before: readPart(before, shown.part), after: readPart(after, shown.part) };
  return (
    <>
      <SegmentedControl
        aria-label="Part to compare"
        className={classes.parts}
        data={DIFF_PARTS.map(({ part, label }) => ({
          value: part,
          label: changed.some((one) => one.part === part) ? `${label} •` : label,
        }))}
        value={shown.part}
        onChange={(value) => setPicked(DIFF_PARTS.find(({ part }) => part === value)?.part ?? null)}
      />
      {texts.before === texts.after ? (
        <Text size="sm" c="dimmed" role="status">
          No changes in this part. A dot marks the parts that changed.
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
