import type { TemplateSummary } from '../../../schema/api/templates.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';

interface PublishedStateProps {
  readonly template: Pick<TemplateSummary, 'latestVersion' | 'publishedVersion'>;
}

export function PublishedState({ template: { latestVersion, publishedVersion } }: PublishedStateProps) {
  if (publishedVersion === null) return <StatusBadge tone="quiet">Draft, not published</StatusBadge>;
  if (latestVersion === publishedVersion)
    return <StatusBadge tone="good">Version {publishedVersion} published</StatusBadge>;
  return (
    <StatusBadge tone="warning">
      Version {publishedVersion} published, newest is {latestVersion}
    </StatusBadge>
  );
}
