import { Button, Group, Switch, Text } from '@mantine/core';
import { DEFAULT_BAND_HEIGHT_MM, isBandOn } from '../../schema/api/band-options.ts';
import { type Edge, EDGE_LABELS, fromBandList, toBandList } from './band-list.ts';
import { type OptionsFieldsProps, withChange } from './with-change.ts';

interface BandSummaryProps extends OptionsFieldsProps {
  readonly edge: Edge;
  readonly onEdit: () => void;
}

/** Turns a header or footer on and off, and leads to its tab. */
export function BandSummary({ edge, value, onChange, onEdit }: BandSummaryProps) {
  const bands = toBandList(value[edge]);
  const [first = {}] = bands;
  return (
    <Group justify="space-between" gap="sm">
      {bands.length === 1 ? (
        <Switch
          label={EDGE_LABELS[edge]}
          checked={isBandOn(first)}
          onChange={({ currentTarget }) =>
            onChange(
              withChange(value, {
                [edge]: fromBandList([withChange(first, { enabled: currentTarget.checked })]),
              }),
            )
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
        <Button variant="default" size="compact-sm" onClick={onEdit}>
          Edit {edge}
        </Button>
      </Group>
    </Group>
  );
}
