import { Button } from '@mantine/core';
import type { UsageOverview } from '../../../schema/console/usage.ts';
import { IconDownload } from '../../icons/tabler.generated.ts';
import { usageCsv, usageCsvName } from './usage-csv.ts';

/** Saves the days that are shown. */
export function ExportButton({ usage: { days } }: { readonly usage: UsageOverview }) {
  function save() {
    const url = URL.createObjectURL(new Blob([usageCsv(days)], { type: 'text/csv' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = usageCsvName(days);
    link.click();
    URL.revokeObjectURL(url);
  }
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
      Export CSV
    </Button>
  );
}
