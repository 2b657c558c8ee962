import { Text, Title } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import type { AuditEntry } from '../../../schema/console/usage.ts';
import { DateTime } from '../../components/DateTime.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Page } from '../../components/Page.tsx';
import { LoadMore } from '../../components/LoadMore.tsx';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { useWorkspace } from '../../session.ts';
import { AuditIcon } from './AuditIcon.tsx';
import classes from './AuditPage.module.css';
import { describeAction, describeActor, groupByDay, describeDetails } from './audit-text.ts';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

/** Who changed what in this workspace, and when. */
export function AuditPage() {
  const { id } = useWorkspace();
  const query = usePagedQuery<AuditEntry>(
    ['workspace', id, 'audit'],
    `/workspaces/${encodeURIComponent(id)}/audit`,
  );
  return (
    <Page
      title="Audit trail"
      description="Every change of this workspace, the newest first. Nothing here can be edited."
    >
      <QueryView query={query} label="the audit trail">
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState icon={IconHistory} title="No change yet">
              Keys, templates, storage and people: whatever is changed from now on is noted here.
            </EmptyState>
          ) : (
            <>
              {groupByDay(entries).map(({ day, entries: ofDay }) => (
                <section key={day} className={classes.day}>
                  <Title order={2} size="h5" className={classes.date}>
                    {DAY.format(new Date(day))}
                  </Title>
                  <ol className={classes.entries}>
                    {ofDay.map((entry) => (
                      <Entry key={entry.id} entry={entry} />
                    ))}
                  </ol>
                </section>
              ))}
              <LoadMore query={query} shown={`${entries.length} changes shown`} label="Show older changes" />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  return (
    <li className={classes.entry}>
      <AuditIcon action={entry.action} />
      <div className={classes.words}>
        <Text size="sm">
          <strong>{describeActor(entry)}</strong> {describeAction(entry)}
        </Text>
        <Text size="xs" c="dimmed" component="div" className={classes.details}>
          {describeDetails(entry).map((words) => (
            <span key={words}>{words}</span>
          ))}
          <code>{entry.subject}</code>
        </Text>
      </div>
      <span className={classes.time}>
        <DateTime value={entry.at} show="time" />
      </span>
    </li>
  );
}
