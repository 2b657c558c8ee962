import { beforeEach } from 'vitest';
import { LONG } from './thorough.ts';

/** `npm test` has run the other tests of these files, and they do the same here. */
beforeEach(({ task, skip }) => {
  const isLong =
    task.file.name.endsWith('.long.test.ts') || LONG.tags.some((tag) => task.tags?.includes(tag));
  if (!isLong) skip();
});
