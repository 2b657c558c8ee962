import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FolderWatch } from '../../local/dev/watch-folder.ts';
import { folderWith } from '../support/project-folder.ts';

test('a folder that is deleted and made again at once is still watched', async () => {
  const root = await folderWith({ 'templates/a/template.hbs': 'one' });
  const onChange = vi.fn<() => void>();
  const watch = new FolderWatch(root, onChange, (error) => expect.unreachable(String(error)));
  onTestFinished(() => watch.close());
  rmSync(join(root, 'templates/a'), { recursive: true });
  mkdirSync(join(root, 'templates/a'));
  writeFileSync(join(root, 'templates/a/template.hbs'), 'two');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
  // Late events of the deletion can stand for the first of these changes, but not for all of them.
  for (const text of ['three', 'four', 'five']) {
    onChange.mockClear();
    writeFileSync(join(root, 'templates/a/template.hbs'), text);
    await vi.waitFor(() => expect(onChange).toHaveBeenCalled());
  }
});
