import { Platen, PlatenError } from '@platen/client';
import { KEY_VALUE } from '../../schema/ids.ts';
import { type Command, CommandFailure, EXIT } from '../command.ts';
import { CONNECTION_OPTIONS, readBaseUrl } from '../connection/connect.ts';
import { DEFAULT_PROFILE, readProfiles, writeProfile } from '../connection/profiles.ts';
import type { Io } from '../io.ts';
import { readOptions } from '../options.ts';

const usage = `Usage: platen login [--url URL] [--profile NAME]

Saves a service and an API key for it in your user's folder. Only your user can read the file.
The key is asked for, or read from PLATEN_API_KEY, or from the standard input. In CI, set PLATEN_URL and PLATEN_API_KEY
instead: the commands need no login then.

  --url URL       the service, such as https://pdf.example.com
  --profile NAME  the name to save it by (default: "${DEFAULT_PROFILE}"). Other commands take the same option.`;

export const login: Command = {
  name: 'login',
  summary: 'save a service and an API key for it',
  usage,
  async run(args, io) {
    const { values } = readOptions(args, { options: CONNECTION_OPTIONS });
    const name = values.profile ?? (io.env.PLATEN_PROFILE || DEFAULT_PROFILE);
    const known = (await readProfiles(io))[name]?.baseUrl;
    const baseUrl = readBaseUrl(await findUrl(values.url ?? io.env.PLATEN_URL, known, io));
    const apiKey = await readKey(io);
    await checkKey(baseUrl, apiKey, io);
    const path = await writeProfile(io, name, { baseUrl, apiKey });
    io.out(`Saved the profile "${name}" for ${baseUrl} in ${path}.`);
    return EXIT.ok;
  },
};

async function findUrl(given: string | undefined, known: string | undefined, io: Io): Promise<string> {
  if (given) return given;
  if (!io.isInteractive) {
    if (known !== undefined) return known;
    throw new CommandFailure('The service is not known. Give its address with --url.');
  }
  const answer = await io.ask(`Service${known === undefined ? '' : ` [${known}]`}: `);
  return answer.trim() || (known ?? '');
}

/** The command line is no place for a key: other users of the machine can read it. */
async function readKey(io: Io): Promise<string> {
  const key = (io.env.PLATEN_API_KEY || (await askForKey(io))).trim();
  if (!KEY_VALUE.test(key))
    throw new CommandFailure('This is not an API key. One begins with pk_live_ or pk_test_.');
  return key;
}

const askForKey = (io: Io): Promise<string> =>
  io.isInteractive ? io.ask('API key (not shown): ', { isSecret: true }) : io.readInput();

/** A key without the permission to read templates is saved all the same: it may be for `render` alone. */
async function checkKey(baseUrl: string, apiKey: string, io: Io): Promise<void> {
  try {
    await new Platen({ baseUrl, apiKey, maxAttempts: 1, timeoutMs: 30_000 }).templates.list({ limit: 1 });
  } catch (error) {
    if (!(error instanceof PlatenError) || error.status !== 403) throw error;
    io.err(
      `The key has no permission to read templates (${error.code}), so \`pull\` and \`push\` will fail.`,
    );
  }
}
