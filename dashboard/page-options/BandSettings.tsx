import { Button, Checkbox, Group, NativeSelect, Switch } from '@mantine/core';
import {
  type BandOptions,
  DEFAULT_BAND_HEIGHT_MM,
  isBandOn,
  MAX_BAND_HEIGHT_MM,
  MAX_BANDS,
  toBandName,
} from '../../schema/api/band-options.ts';
import { EDGE_LABELS, type Edge, fromBandList, toBandLabel, toBandList } from './band-list.ts';
import { MillimetreInput } from './MillimetreInput.tsx';
import { PagesInput } from './PagesInput.tsx';
import { type OptionsFieldsProps, withChange } from './with-change.ts';
import classes from './BandSettings.module.css';

interface BandSettingsProps extends OptionsFieldsProps {
  readonly edge: Edge;
  /** The one that is edited, if there are several. */
  readonly index: number;
  readonly onIndex: (index: number) => void;
}

type BandChoiceProps = Omit<BandSettingsProps, 'problems'>;

export function BandSettings({ edge, index, onIndex, value, onChange, problems }: BandSettingsProps) {
  const bands = toBandList(value[edge]);
  const band = bands[index] ?? {};
  const name = toBandName(edge, value[edge], index);
  const skips = edge === 'header' ? 'skipFirstHeader' : 'skipFirstFooter';
  const change = (changes: BandOptions) =>
    onChange(withChange(value, { [edge]: fromBandList(bands.with(index, withChange(band, changes))) }));

  return (
    <Group className={classes.bar} gap="lg" role="group" aria-label={`${EDGE_LABELS[edge]} settings`}>
      <BandChoice edge={edge} index={index} onIndex={onIndex} value={value} onChange={onChange} />
      <Switch
        label={`Print a ${edge}`}
        checked={isBandOn(band)}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      <div className={classes.field}>
        <MillimetreInput
          name={`${name}.height`}
          label="Height"
          value={band.height}
          onChange={(height) => change({ height })}
          fallback={DEFAULT_BAND_HEIGHT_MM}
          max={MAX_BAND_HEIGHT_MM}
          error={problems?.[`${name}.height`]}
        />
      </div>
      <div className={classes.field}>
        <PagesInput
          name={`${name}.pages`}
          value={band.pages}
          onChange={(pages) => change({ pages })}
          error={problems?.[`${name}.pages`]}
        />
      </div>
      <Checkbox
        label="Skip the first page"
        checked={value[skips] ?? false}
        onChange={(event) => onChange(withChange(value, { [skips]: event.currentTarget.checked }))}
      />
      <AddButton edge={edge} onIndex={onIndex} value={value} onChange={onChange} />
    </Group>
  );
}

/** Chooses one of several. A page has the first one whose pages it is in. */
function BandChoice({ edge, index, onIndex, value, onChange }: BandChoiceProps) {
  const bands = toBandList(value[edge]);
  if (bands.length === 1) return null;
  const remove = () => {
    onChange(withChange(value, { [edge]: fromBandList(bands.toSpliced(index, 1)) }));
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

function AddButton({ edge, onIndex, value, onChange }: Omit<BandChoiceProps, 'index'>) {
  const bands = toBandList(value[edge]);
  const add = () => {
    onChange(withChange(value, { [edge]: fromBandList([...bands, { enabled: true }]) }));
    onIndex(bands.length);
  };
  return (
    <Button variant="default" size="xs" disabled={bands.length >= MAX_BANDS} onClick={add}>
      Add another {edge}
    </Button>
  );
}
