import type { UsageOverview } from '../../../schema/console/usage.ts';
import { isId } from '../../../schema/ids.ts';
import { Ranking } from './Ranking.tsx';
import classes from './UsagePage.module.css';

const NO_FILE = 'No files were created in this period.';

export function Rankings({ usage: { byKey, byTemplate, byErrorCode } }: { readonly usage: UsageOverview }) {
  return (
    <div className={classes.rankings}>
      <Ranking
        title="By key"
        header="Key"
        counted="Files"
        empty={NO_FILE}
        rows={byKey.map(({ keyId, name, files }) => ({
          id: keyId,
          label: isId('person', keyId) ? `${name ?? 'A former member'} (dashboard)` : (name ?? 'Deleted key'),
          count: files,
        }))}
      />
      <Ranking
        title="By template"
        header="Template"
        counted="Files"
        empty={NO_FILE}
        rows={byTemplate.map(({ templateId, name, files }) => ({
          id: templateId ?? 'html',
          label: templateId === null ? 'No template' : (name ?? 'Deleted template'),
          count: files,
        }))}
      />
      <Ranking
        title="By error code"
        header="Code"
        counted="Responses"
        empty="No requests failed in this period."
        rows={byErrorCode.map(({ code, count }) => ({ id: code, label: code, count }))}
      />
    </div>
  );
}
