import { type Platen, PlatenError, type PushResult } from '@platen/client';
import { CommandFailure } from '../command.ts';
import type { Io } from '../io.ts';
import { shownPath } from '../lib/files.ts';
import { sha256 } from '../project/hash.ts';
import type { PreparedPush } from './prepare-push.ts';

/**
 * Uploads new and changed assets before the push. No print changes: a published template keeps the assets that it was saved with.
 * @throws {CommandFailure} the service refuses a file
 */
export async function uploadAssets(
  platen: Platen,
  { project }: PreparedPush,
  { assets }: PushResult,
  io: Io,
): Promise<void> {
  for (const { name, before } of assets) {
    const local = project.assets.get(name);
    if (local === undefined || before?.digest === sha256(local.content)) continue;
    const path = shownPath(project.directory, local.path);
    io.err(`Uploading ${path}`);
    // A font keeps the family that templates know it by.
    const family = before === null ? undefined : (await platen.assets.get(name)).details.family;
    await platen.assets
      .put(name, local.content, family === undefined ? {} : { family })
      .catch((error: unknown) => {
        if (!(error instanceof PlatenError)) throw error;
        throw new CommandFailure(`${path} was not accepted. ${error.message}`, error.details, {
          cause: error,
        });
      });
  }
}
