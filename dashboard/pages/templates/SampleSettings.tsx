import { Button, Group, Menu, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { MAX_SAMPLE_SETS } from '../../../schema/api/sample-sets.ts';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { DANGER_TEXT_COLOR } from '../../theme.ts';
import classes from '../../page-options/BandSettings.module.css';
import { SampleNameDialog } from './SampleNameDialog.tsx';
import { chosenName, withChosenFirst, withCopy, withName, withoutChosen } from './samples.ts';
import type { Editing } from './use-draft.ts';

/** Chooses the set of sample data, and adds, renames and removes sets. */
export function SampleSettings({ editing }: { readonly editing: Editing }) {
  const { draft, change } = editing;
  const { samples, chosenSample } = draft;
  const [dialog, setDialog] = useState<'add' | 'rename' | null>(null);
  const name = chosenName(draft);
  const close = () => setDialog(null);
  return (
    <Group className={classes.bar} gap="xs" role="group" aria-label="Sets of sample data">
      <SampleChoice editing={editing} label="Set to edit" />
      <ActionMenu label={`Actions for the set ${name}`} variant="default">
        <Menu.Item onClick={() => setDialog('rename')}>Rename</Menu.Item>
        <Menu.Item disabled={chosenSample === 0} onClick={() => change(withChosenFirst(draft))}>
          Make this the default
        </Menu.Item>
        <Menu.Item
          color={DANGER_TEXT_COLOR}
          disabled={samples.length === 1}
          onClick={() => change(withoutChosen(draft))}
        >
          Remove
        </Menu.Item>
      </ActionMenu>
      <Button variant="default" disabled={samples.length >= MAX_SAMPLE_SETS} onClick={() => setDialog('add')}>
        Add a set
      </Button>
      <SampleNameDialog
        opened={dialog === 'add'}
        onClose={close}
        title="Add a set of sample data"
        description={`For example “Empty”, “Long” or “German”. It starts as a copy of “${name}”.`}
        submitLabel="Add"
        others={samples}
        onName={(chosen) => change(withCopy(draft, chosen))}
      />
      <SampleNameDialog
        opened={dialog === 'rename'}
        onClose={close}
        title="Rename the set"
        initialName={name}
        submitLabel="Rename"
        others={samples.toSpliced(chosenSample, 1)}
        onName={(chosen) => change(withName(draft, chosen))}
      />
    </Group>
  );
}

interface SampleChoiceProps {
  readonly editing: Editing;
  readonly label: string;
  readonly size?: 'xs';
}

/** Chooses the set that the user edits and the preview prints. */
export function SampleChoice({ editing: { draft, change }, label, size }: SampleChoiceProps) {
  return (
    <NativeSelect
      aria-label={label}
      size={size}
      value={String(draft.chosenSample)}
      data={draft.samples.map(({ name }, place) => ({
        value: String(place),
        label: place === 0 && draft.samples.length > 1 ? `${name} (default)` : name,
      }))}
      onChange={(event) => change({ chosenSample: Number(event.currentTarget.value) })}
    />
  );
}
