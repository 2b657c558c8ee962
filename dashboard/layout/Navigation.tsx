import { Link } from '@tanstack/react-router';
import {
  IconAdjustments,
  IconChartBar,
  IconCloud,
  IconFileText,
  IconFiles,
  IconHistory,
  IconKey,
  IconListCheck,
  IconPlayerPlay,
  IconServerCog,
  IconStack2,
  IconUsers,
  IconWebhook,
  type Icon,
} from '../icons/tabler.generated.ts';
import { useSession } from '../session.ts';
import classes from './Navigation.module.css';

const WORK = [
  { to: '/w/$workspaceId/usage', label: 'Usage', icon: IconChartBar },
  { to: '/w/$workspaceId/templates', label: 'Templates', icon: IconFileText },
  { to: '/w/$workspaceId/playground', label: 'Playground', icon: IconPlayerPlay },
  { to: '/w/$workspaceId/files', label: 'Files', icon: IconFiles },
  { to: '/w/$workspaceId/jobs', label: 'Jobs', icon: IconListCheck },
  { to: '/w/$workspaceId/batches', label: 'Batches', icon: IconStack2 },
] as const;

const SETTINGS = [
  { to: '/w/$workspaceId/keys', label: 'API Keys', icon: IconKey },
  { to: '/w/$workspaceId/webhooks', label: 'Webhooks', icon: IconWebhook },
  { to: '/w/$workspaceId/storage', label: 'Storage', icon: IconCloud },
  { to: '/w/$workspaceId/people', label: 'People', icon: IconUsers },
  { to: '/w/$workspaceId/audit', label: 'Audit trail', icon: IconHistory },
  { to: '/w/$workspaceId/settings', label: 'Settings', icon: IconAdjustments },
] as const;

interface NavigationProps {
  readonly workspaceId: string | undefined;
  readonly onNavigate?: () => void;
}

export function Navigation({ workspaceId, onNavigate }: NavigationProps) {
  const { person } = useSession();
  return (
    <nav aria-label="Main" className={classes.navigation}>
      {workspaceId !== undefined && (
        <>
          <Section links={WORK} workspaceId={workspaceId} onNavigate={onNavigate} />
          <Section
            heading="Workspace settings"
            links={SETTINGS}
            workspaceId={workspaceId}
            onNavigate={onNavigate}
          />
        </>
      )}
      {person?.operator && (
        <div className={classes.section}>
          <p className={classes.heading}>Instance</p>
          <Link to="/operator" className={classes.link} onClick={onNavigate}>
            <IconServerCog size={18} stroke={1.6} aria-hidden />
            Operator
          </Link>
        </div>
      )}
    </nav>
  );
}

interface SectionProps {
  readonly heading?: string;
  readonly links: readonly {
    readonly to: (typeof WORK | typeof SETTINGS)[number]['to'];
    readonly label: string;
    readonly icon: Icon;
  }[];
  readonly workspaceId: string;
  readonly onNavigate: (() => void) | undefined;
}

function Section({ heading, links, workspaceId, onNavigate }: SectionProps) {
  return (
    <div className={classes.section}>
      {heading && <p className={classes.heading}>{heading}</p>}
      {links.map(({ to, label, icon: Symbol }) => (
        <Link key={to} to={to} params={{ workspaceId }} className={classes.link} onClick={onNavigate}>
          <Symbol size={18} stroke={1.6} aria-hidden />
          {label}
        </Link>
      ))}
    </div>
  );
}
