import { Input } from '@mantine/core';
import { useMemo } from 'react';
import type { TextProblem } from '../../editor/diagnostics.ts';
import { LazyCodeEditor } from '../../editor/LazyCodeEditor.tsx';
import classes from './PlaygroundPage.module.css';

interface EditorFieldProps {
  readonly label: string;
  readonly description: string;
  readonly language: 'template' | 'json';
  readonly heightPx: number;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly problem: TextProblem | undefined;
  readonly data?: unknown;
}

export function EditorField({ label, description, heightPx, problem, ...editor }: EditorFieldProps) {
  const { message, at } = problem ?? {};
  const problems = useMemo(
    () => (message === undefined ? [] : [{ message, at: at ?? null }]),
    // Each render creates a new object for the same problem.
    [message, at?.line, at?.column],
  );
  return (
    <div>
      <Input.Label labelElement="div">{label}</Input.Label>
      <Input.Description mb={5}>{description}</Input.Description>
      <div className={classes.editor} style={{ height: heightPx }}>
        <LazyCodeEditor {...editor} label={label} problems={problems} />
      </div>
    </div>
  );
}
