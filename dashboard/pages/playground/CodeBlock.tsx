import type { ReactNode } from 'react';
import { CopyButton } from '../../components/CopyButton.tsx';
import classes from './PlaygroundPage.module.css';

interface CodeBlockProps {
  readonly code: string;
  /** What it is, for who hears the page. */
  readonly label: string;
  readonly copyLabel: string;
  /** The code in colours; as it is, without. */
  readonly children?: ReactNode;
}

/** Code to read and to copy. It scrolls by itself, so it takes the focus. */
export function CodeBlock({ code, label, copyLabel, children = code }: CodeBlockProps) {
  return (
    <>
      <div className={classes.copy}>
        <CopyButton value={code} label={copyLabel} />
      </div>
      <pre className={classes.code} role="region" aria-label={label} tabIndex={0}>
        {children}
      </pre>
    </>
  );
}
