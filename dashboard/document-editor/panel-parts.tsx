import { SegmentedControl } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { LazyCodeEditor } from '../editor/LazyCodeEditor.tsx';
import classes from './DocumentEditor.module.css';

/** A code editor as high as its tab. */
export const TextEditor = (props: ComponentProps<typeof LazyCodeEditor>) => (
  <div className={classes.editor}>
    <LazyCodeEditor {...props} />
  </div>
);

/** A line above a text editor. */
export const Note = ({ children }: { readonly children: ReactNode }) => (
  <p className={classes.note}>{children}</p>
);

/** A form or a table below a bar. */
export const Scrolls = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.scrolls}>{children}</div>
);

interface ViewChoiceProps<View extends string> {
  readonly label: string;
  readonly value: View;
  readonly onChange: (view: View) => void;
  readonly views: readonly { readonly value: View; readonly label: string }[];
  readonly disabled: boolean;
}

/** Switches between a view for people and the JSON below it. */
export const ViewChoice = <View extends string>({ label, views, ...choice }: ViewChoiceProps<View>) => (
  <SegmentedControl aria-label={label} size="xs" data={[...views]} {...choice} />
);
