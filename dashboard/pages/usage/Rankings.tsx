import type { UsageOverview } from '../../../schema/console/usage.ts';
import { Ranking } from './Ranking.tsx';
import classes from './UsagePage.module.css';

const NO_FILE = 'No file was made in these days.';

/** Who made the files, from what, and what was refused. */
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
          label: name ?? 'A key that is gone',
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
          label: templateId === null ? 'HTML in the request' : (name ?? 'A template that is gone'),
          count: files,
        }))}
      />
      <Ranking
        title="By error code"
        header="Code"
        counted="Answers"
        empty="No request was answered with an error."
        rows={byErrorCode.map(({ code, count }) => ({ id: code, label: code, count }))}
      />
    </div>
  );
}
