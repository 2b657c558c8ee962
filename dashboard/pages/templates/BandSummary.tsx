import { Button, Group, Switch, Text } from '@mantine/core';
import { DEFAULT_BAND_HEIGHT_MM, isBandOn } from '../../../schema/api/band-options.ts';
import { type Edge, EDGE_LABELS, fromBandList, toBandList } from '../../page-options/band-list.ts';
import { withChange } from '../../page-options/with-change.ts';
import type { EditorPlace } from './use-editor-place.ts';
import type { Editing } from './use-draft.ts';

interface BandSummaryProps {
  readonly edge: Edge;
  readonly editing: Editing;
  readonly place: EditorPlace;
}

/** Turns a header or footer on and off, and leads to its tab. */
export function BandSummary({ edge, editing, place }: BandSummaryProps) {
  const bands = toBandList(editing.draft.settings[edge]);
  const [first = {}] = bands;
  return (
    <Group justify="space-between" gap="sm">
      {bands.length === 1 ? (
        <Switch
          label={EDGE_LABELS[edge]}
          checked={isBandOn(first)}
          onChange={({ currentTarget }) =>
            editing.changeSettings({
              [edge]: fromBandList([withChange(first, { enabled: currentTarget.checked })]),
            })
          }
        />
      ) : (
        <Text size="sm">
          {bands.length} {edge}s
        </Text>
      )}
      <Group gap="sm">
        {bands.length === 1 && isBandOn(first) && (
          <Text size="sm" c="dimmed">
            {first.height ?? DEFAULT_BAND_HEIGHT_MM} mm high
          </Text>
        )}
        <Button variant="default" size="compact-sm" onClick={() => place.goTo({ tab: edge })}>
          Edit {edge}
        </Button>
      </Group>
    </Group>
  );
}
