import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './EditorPanes.module.css';

/** 1,024 px. On narrower screens the preview is a tab. */
const SIDE_BY_SIDE = '(min-width: 64em)';

export const useSideBySide = (): boolean =>
  useMediaQuery(SIDE_BY_SIDE, true, { getInitialValueInEffect: false });

interface EditorPanesProps {
  /** Beside the editor. Null if it is one of its tabs. */
  readonly preview: ReactNode;
  readonly children: ReactNode;
}

/** An editor as high as the window, with its preview. */
export const EditorPanes = ({ preview, children }: EditorPanesProps) => (
  <div className={classes.panes} data-side-by-side={preview !== null}>
    {children}
    {preview !== null && <div className={classes.preview}>{preview}</div>}
  </div>
);
