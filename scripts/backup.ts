/** `npm run backup -- --to FOLDER` and `npm run restore -- --from FOLDER`: the data and the secrets of the local service. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEV_VARS } from './local-secrets.ts';
import { inProject } from './project.ts';
import { BackupRefused, backUp, restore } from './local/state-backup.ts';

const USAGE = `Usage: npm run backup -- --to FOLDER
       npm run restore -- --from FOLDER

  --state   the folder of the data (default: .platen/state)
  --vars    the file of the secrets (default: .dev.vars)

The service must be stopped. A back-up has secrets: keep it where only you can read it.`;

const [command, ...args] = process.argv.slice(2);

function readArguments() {
  const { values } = parseArgs({
    args,
    options: {
      to: { type: 'string' },
      from: { type: 'string' },
      state: { type: 'string', default: inProject('.platen/state') },
      vars: { type: 'string', default: DEV_VARS },
    },
  });
  const wanted = command === 'backup' ? values.to : values.from;
  const other = command === 'backup' ? values.from : values.to;
  if (wanted === undefined || other !== undefined) throw new Error('The folder of the back-up is missing.');
  const places = { stateDir: resolve(values.state), varsFile: resolve(values.vars) };
  return { places, directory: resolve(wanted) };
}

function readArgumentsOrExit() {
  try {
    return readArguments();
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return process.exit(2);
  }
}

const { places, directory } = readArgumentsOrExit();
try {
  if (command === 'backup') {
    const { files } = await backUp(places, directory);
    console.log(`Copied ${files} files to ${directory}. It has secrets: keep it where only you can read it.`);
  } else {
    const { files, createdAt, movedTo } = await restore(places, directory);
    console.log(`Restored ${files} files, as they were at ${createdAt}.`);
    if (movedTo !== null) console.log(`The data from before is in ${movedTo}.`);
  }
} catch (error) {
  if (!(error instanceof BackupRefused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
