import type { TemplateSummary } from '../../../schema/api/templates.ts';
import { Status } from '../../components/StatusBadge.tsx';

interface PublishedStateProps {
  readonly template: Pick<TemplateSummary, 'latestVersion' | 'publishedVersion'>;
}

/** What the API prints, and whether there is something newer. */
export function PublishedState({ template: { latestVersion, publishedVersion } }: PublishedStateProps) {
  if (publishedVersion === null) return <Status tone="quiet">Draft, never published</Status>;
  if (latestVersion === publishedVersion)
    return <Status tone="good">Version {publishedVersion} published</Status>;
  return (
    <Status tone="warning">
      Version {publishedVersion} published, {latestVersion} is a draft
    </Status>
  );
}
