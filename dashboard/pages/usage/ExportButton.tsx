import { Button } from '@mantine/core';
import type { UsageOverview } from '../../../schema/console/usage.ts';
import { IconDownload } from '../../icons/tabler.generated.ts';
import { saveFile } from '../../save-file.ts';
import { usageCsv, usageCsvName } from './usage-csv.ts';

/** Saves the days that are shown. */
export function ExportButton({ usage: { days } }: { readonly usage: UsageOverview }) {
  const save = () => saveFile(usageCsv(days), { filename: usageCsvName(days), type: 'text/csv' });
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
      Export CSV
    </Button>
  );
}
