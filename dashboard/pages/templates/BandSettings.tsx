import { Checkbox, Group, Switch } from '@mantine/core';
import { DEFAULT_BAND_HEIGHT_MM, MAX_BAND_HEIGHT_MM } from '../../../schema/api/pdf-options.ts';
import { isBandEnabled } from '../../page-options/BandFields.tsx';
import { MillimetreInput } from '../../page-options/MillimetreInput.tsx';
import { withChange } from '../../page-options/with-change.ts';
import classes from './BandSettings.module.css';
import type { Editing } from './use-draft.ts';
import type { Problems } from './use-problems.ts';

interface BandSettingsProps {
  readonly band: 'header' | 'footer';
  readonly editing: Editing;
  readonly problems: Problems;
}

export function BandSettings({ band, editing, problems }: BandSettingsProps) {
  const { settings } = editing.draft;
  const value = settings[band] ?? {};
  const skips = band === 'header' ? 'skipFirstHeader' : 'skipFirstFooter';
  const change = (changes: typeof value) => editing.changeSettings({ [band]: withChange(value, changes) });

  return (
    <Group
      className={classes.bar}
      gap="lg"
      role="group"
      aria-label={`${band === 'header' ? 'Header' : 'Footer'} settings`}
    >
      <Switch
        label={`Print a ${band}`}
        checked={isBandEnabled(settings[band])}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      <div className={classes.height}>
        <MillimetreInput
          label="Height"
          value={value.height}
          onChange={(height) => change({ height })}
          fallback={DEFAULT_BAND_HEIGHT_MM}
          max={MAX_BAND_HEIGHT_MM}
          error={problems.settings[`${band}.height`]}
        />
      </div>
      <Checkbox
        label="Skip the first page"
        checked={settings[skips] ?? false}
        onChange={(event) => editing.changeSettings({ [skips]: event.currentTarget.checked || undefined })}
      />
    </Group>
  );
}
