import type { ReactNode } from 'react';
import { CopyButton } from '../../components/CopyButton.tsx';
import classes from './PlaygroundPage.module.css';

interface CodeBlockProps {
  readonly code: string;
  readonly label: string;
  readonly copyLabel: string;
  /** Highlighted code. The default is plain text. */
  readonly children?: ReactNode;
}

/** Code with a copy button. It is focusable because it scrolls. */
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
