import { Link } from '@tanstack/react-router';
import { IconServerCog } from '../icons/tabler.generated.ts';
import { useSession } from '../session.ts';
import classes from './Navigation.module.css';
import { type PAGES, SETTINGS_PAGES, WORK_PAGES } from './pages.tsx';

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
          <Section pages={WORK_PAGES} workspaceId={workspaceId} onNavigate={onNavigate} />
          <Section
            heading="Workspace settings"
            pages={SETTINGS_PAGES}
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
  readonly pages: readonly (typeof PAGES)[number][];
  readonly workspaceId: string;
  readonly onNavigate: (() => void) | undefined;
}

function Section({ heading, pages, workspaceId, onNavigate }: SectionProps) {
  return (
    <div className={classes.section}>
      {heading && <p className={classes.heading}>{heading}</p>}
      {pages.map(({ path, label, icon: Symbol }) => (
        <Link
          key={path}
          to={`/w/$workspaceId/${path}`}
          params={{ workspaceId }}
          className={classes.link}
          onClick={onNavigate}
        >
          <Symbol size={18} stroke={1.6} aria-hidden />
          {label}
        </Link>
      ))}
    </div>
  );
}
