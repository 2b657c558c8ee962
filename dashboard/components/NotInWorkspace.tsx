import type { ReactNode } from 'react';
import type { Icon } from '../icons/tabler.generated.ts';
import { useWorkspace } from '../session.ts';
import { EmptyState } from './EmptyState.tsx';
import { LinkButton } from './links.tsx';

interface NotInWorkspaceProps {
  readonly icon: Icon;
  readonly title: string;
  readonly list: 'batches' | 'templates' | 'webhooks';
  readonly children?: ReactNode;
}

/** The page of a thing that is not there, with a link to the list of such things. */
export function NotInWorkspace({
  icon,
  title,
  list,
  children = 'It was deleted, or it belongs to another workspace.',
}: NotInWorkspaceProps) {
  const { id: workspaceId } = useWorkspace();
  const all = (
    <LinkButton variant="default" to={`/w/$workspaceId/${list}`} params={{ workspaceId }}>
      All {list}
    </LinkButton>
  );
  return (
    <EmptyState icon={icon} title={title} action={all}>
      {children}
    </EmptyState>
  );
}
