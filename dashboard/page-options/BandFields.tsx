import { Button, Group, Stack, Switch, Text, Textarea } from '@mantine/core';
import {
  type BandOptions,
  type BandsOptions,
  DEFAULT_BAND_HEIGHT_MM,
  isBandOn,
  MAX_BAND_HEIGHT_MM,
  MAX_BANDS,
} from '../../schema/api/band-options.ts';
import { type Edge, fromBandList, toBandLabel, toBandList } from './band-list.ts';
import { MillimetreInput } from './MillimetreInput.tsx';
import { PagesInput } from './PagesInput.tsx';
import { withChange } from './with-change.ts';
import classes from './PageOptionsForm.module.css';

interface BandFieldsProps {
  readonly edge: Edge;
  readonly value: BandsOptions | undefined;
  readonly onChange: (value: BandsOptions | undefined) => void;
  readonly skipFirst: boolean;
  readonly onSkipFirst: (skip: boolean) => void;
}

export function BandFields({ edge, value, onChange, skipFirst, onSkipFirst }: BandFieldsProps) {
  const bands = toBandList(value);
  const write = (changed: readonly BandOptions[]) => onChange(fromBandList(changed));
  return (
    <Stack gap="lg">
      {bands.map((band, index) => (
        <OneBand
          // Headers have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          edge={edge}
          label={toBandLabel(edge, index, bands.length)}
          value={band}
          onChange={(changed) => write(bands.with(index, changed))}
          onRemove={bands.length === 1 ? null : () => write(bands.toSpliced(index, 1))}
        />
      ))}
      {bands.some(isBandOn) && (
        <>
          <Switch
            label="Skip the first page"
            checked={skipFirst}
            onChange={(event) => onSkipFirst(event.currentTarget.checked)}
          />
          <Group gap="sm">
            <Button
              variant="default"
              size="xs"
              disabled={bands.length >= MAX_BANDS}
              onClick={() => write([...bands, { enabled: true, content: '' }])}
            >
              Add another {edge}
            </Button>
            {bands.length > 1 && (
              <Text size="xs" c="dimmed">
                A page has the first one whose pages it is in.
              </Text>
            )}
          </Group>
        </>
      )}
    </Stack>
  );
}

interface OneBandProps {
  readonly edge: Edge;
  readonly label: string;
  readonly value: BandOptions;
  readonly onChange: (value: BandOptions) => void;
  /** Null if there is no other one. */
  readonly onRemove: (() => void) | null;
}

function OneBand({ edge, label, value, onChange, onRemove }: OneBandProps) {
  const change = (part: Partial<BandOptions>) => onChange(withChange(value, part));
  return (
    <Stack gap="sm" role="group" aria-label={label}>
      <Group justify="space-between">
        <Switch
          label={onRemove === null ? `Print a ${edge}` : label}
          checked={isBandOn(value)}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        {onRemove !== null && (
          <Button variant="default" size="xs" aria-label={`Remove ${label}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </Group>
      {isBandOn(value) && (
        <>
          <Textarea
            label="Content"
            description="HTML with Handlebars. Elements with the class pageNumber, totalPages, date, title or url are filled in."
            autosize
            minRows={2}
            maxRows={10}
            spellCheck={false}
            classNames={{ input: classes.code }}
            value={value.content ?? ''}
            onChange={(event) => change({ content: event.currentTarget.value, enabled: true })}
          />
          <div className={classes.pair}>
            <MillimetreInput
              label="Height from the paper edge"
              max={MAX_BAND_HEIGHT_MM}
              fallback={DEFAULT_BAND_HEIGHT_MM}
              value={value.height}
              onChange={(height) => change({ height })}
            />
            <PagesInput value={value.pages} onChange={(pages) => change({ pages })} />
          </div>
        </>
      )}
    </Stack>
  );
}
