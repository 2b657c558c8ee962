import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';

/** CodeMirror and its languages are larger than the rest of a page, so they load separately. */
const CodeEditor = lazy(() => import('./CodeEditor.tsx').then((module) => ({ default: module.CodeEditor })));

/** The code editor, as tall as its container. */
export const LazyCodeEditor = (props: ComponentProps<typeof CodeEditor>) => (
  <Suspense fallback={<Skeleton height="100%" radius={0} role="status" aria-label="Loading the editor" />}>
    <CodeEditor {...props} />
  </Suspense>
);
