import { Button, Checkbox, Group, NativeSelect, Switch } from '@mantine/core';
import {
  type BandOptions,
  DEFAULT_BAND_HEIGHT_MM,
  isBandOn,
  MAX_BAND_HEIGHT_MM,
  MAX_BANDS,
  toBandName,
} from '../../../schema/api/band-options.ts';
import {
  EDGE_LABELS,
  type Edge,
  fromBandList,
  toBandLabel,
  toBandList,
} from '../../page-options/band-list.ts';
import { MillimetreInput } from '../../page-options/MillimetreInput.tsx';
import { PagesInput } from '../../page-options/PagesInput.tsx';
import { withChange } from '../../page-options/with-change.ts';
import classes from './BandSettings.module.css';
import type { Editing } from './use-draft.ts';
import type { Problems } from './use-problems.ts';

interface BandSettingsProps {
  readonly edge: Edge;
  /** The one that is edited, if there are several. */
  readonly index: number;
  readonly onIndex: (index: number) => void;
  readonly editing: Editing;
  readonly problems: Problems;
}

type BandChoiceProps = Omit<BandSettingsProps, 'problems'>;

export function BandSettings({ edge, index, onIndex, editing, problems }: BandSettingsProps) {
  const { settings } = editing.draft;
  const bands = toBandList(settings[edge]);
  const value = bands[index] ?? {};
  const name = toBandName(edge, settings[edge], index);
  const skips = edge === 'header' ? 'skipFirstHeader' : 'skipFirstFooter';
  const change = (changes: BandOptions) =>
    editing.changeSettings({ [edge]: fromBandList(bands.with(index, withChange(value, changes))) });

  return (
    <Group className={classes.bar} gap="lg" role="group" aria-label={`${EDGE_LABELS[edge]} settings`}>
      <BandChoice edge={edge} index={index} onIndex={onIndex} editing={editing} />
      <Switch
        label={`Print a ${edge}`}
        checked={isBandOn(value)}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      <div className={classes.field}>
        <MillimetreInput
          name={`${name}.height`}
          label="Height"
          value={value.height}
          onChange={(height) => change({ height })}
          fallback={DEFAULT_BAND_HEIGHT_MM}
          max={MAX_BAND_HEIGHT_MM}
          error={problems.settings[`${name}.height`]}
        />
      </div>
      <div className={classes.field}>
        <PagesInput
          name={`${name}.pages`}
          value={value.pages}
          onChange={(pages) => change({ pages })}
          error={problems.settings[`${name}.pages`]}
        />
      </div>
      <Checkbox
        label="Skip the first page"
        checked={settings[skips] ?? false}
        onChange={(event) => editing.changeSettings({ [skips]: event.currentTarget.checked || undefined })}
      />
      <AddButton edge={edge} onIndex={onIndex} editing={editing} />
    </Group>
  );
}

/** Chooses one of several. A page has the first one whose pages it is in. */
function BandChoice({ edge, index, onIndex, editing }: BandChoiceProps) {
  const bands = toBandList(editing.draft.settings[edge]);
  if (bands.length === 1) return null;
  const remove = () => {
    editing.changeSettings({ [edge]: fromBandList(bands.toSpliced(index, 1)) });
    onIndex(Math.max(0, index - 1));
  };
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label={`${EDGE_LABELS[edge]} to edit`}
        value={String(index)}
        data={bands.map(({ pages }, place) => ({
          value: String(place),
          label: `${toBandLabel(edge, place, bands.length)}: ${pages ?? 'all pages'}`,
        }))}
        onChange={(event) => onIndex(Number(event.currentTarget.value))}
      />
      <Button variant="default" size="xs" onClick={remove}>
        Remove
      </Button>
    </Group>
  );
}

function AddButton({ edge, onIndex, editing }: Omit<BandChoiceProps, 'index'>) {
  const bands = toBandList(editing.draft.settings[edge]);
  const add = () => {
    editing.changeSettings({ [edge]: fromBandList([...bands, { enabled: true }]) });
    onIndex(bands.length);
  };
  return (
    <Button variant="default" size="xs" disabled={bands.length >= MAX_BANDS} onClick={add}>
      Add another {edge}
    </Button>
  );
}
