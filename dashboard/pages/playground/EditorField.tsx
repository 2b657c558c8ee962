import { Input } from '@mantine/core';
import { useMemo } from 'react';
import { CodeEditor } from '../../editor/CodeEditor.tsx';
import type { TextProblem } from '../../editor/diagnostics.ts';
import classes from './PlaygroundPage.module.css';

interface EditorFieldProps {
  readonly label: string;
  readonly description: string;
  readonly language: 'template' | 'json';
  readonly heightPx: number;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly problem: TextProblem | undefined;
  /** What the paths of a template are completed from. */
  readonly data?: unknown;
}

/** A code editor as a field of a form, as tall as one makes it. */
export function EditorField({ label, description, heightPx, problem, ...editor }: EditorFieldProps) {
  const { message, at } = problem ?? {};
  const problems = useMemo(
    () => (message === undefined ? [] : [{ message, at: at ?? null }]),
    // The same problem is a new object each time that the form is read.
    [message, at?.line, at?.column],
  );
  return (
    <div>
      <Input.Label labelElement="div">{label}</Input.Label>
      <Input.Description mb={5}>{description}</Input.Description>
      <div className={classes.editor} style={{ height: heightPx }}>
        <CodeEditor {...editor} label={label} problems={problems} />
      </div>
    </div>
  );
}
