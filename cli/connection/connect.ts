import { Platen } from '@platen/client';
import { isPublicHost } from '../../schema/public-address.ts';
import { CommandFailure } from '../command.ts';
import type { Io } from '../io.ts';
import { DEFAULT_PROFILE, type Profile, readProfiles } from './profiles.ts';

/** Options of each command that asks the service. */
export const CONNECTION_OPTIONS = {
  profile: { type: 'string' },
  url: { type: 'string' },
} as const;

export interface ConnectionChoice {
  readonly profile?: string | undefined;
  readonly url?: string | undefined;
}

export const CONNECTION_USAGE = `  --profile NAME  the saved service and key (default: PLATEN_PROFILE, or "${DEFAULT_PROFILE}")
  --url URL       the service (default: PLATEN_URL, or that of the profile)

  PLATEN_API_KEY replaces the key of the profile.`;

/** A service, as a command uses it. */
export interface Connection {
  readonly platen: Platen;
  /** Without a slash at the end. It names the service in `.platen/state.json`. */
  readonly baseUrl: string;
}

/** @throws {CommandFailure} if the service or the key is not known */
export async function connect(choice: ConnectionChoice, io: Io): Promise<Connection> {
  const { baseUrl, apiKey } = await findProfile(choice, io);
  return { platen: new Platen({ baseUrl, apiKey, fetch: fetchStrictly }), baseUrl };
}

/** A field that the service does not know is an error, because a person has written it (contract 1.2). */
function fetchStrictly(request: Request): Promise<Response> {
  request.headers.set('Prefer', 'handling=strict');
  return fetch(request);
}

async function findProfile({ profile, url }: ConnectionChoice, io: Pick<Io, 'env'>): Promise<Profile> {
  const { PLATEN_PROFILE, PLATEN_URL, PLATEN_API_KEY } = io.env;
  const name = profile ?? (PLATEN_PROFILE || DEFAULT_PROFILE);
  const saved = (await readProfiles(io))[name];
  if (profile !== undefined && saved === undefined) {
    throw new CommandFailure(`There is no profile "${name}". \`platen login --profile ${name}\` makes it.`);
  }
  const baseUrl = url ?? (PLATEN_URL || saved?.baseUrl);
  if (baseUrl === undefined) {
    throw new CommandFailure('The service is not known. Run `platen login`, or set PLATEN_URL.');
  }
  return { baseUrl: readBaseUrl(baseUrl), apiKey: findKey(readBaseUrl(baseUrl), saved, PLATEN_API_KEY) };
}

/** A saved key is never sent to another service than its own. */
function findKey(baseUrl: string, saved: Profile | undefined, fromEnvironment: string | undefined): string {
  if (fromEnvironment) return fromEnvironment;
  if (saved !== undefined && saved.baseUrl === baseUrl) return saved.apiKey;
  throw new CommandFailure(`There is no key for ${baseUrl}. Run \`platen login\`, or set PLATEN_API_KEY.`);
}

/** @throws {CommandFailure} if the text is no address of a service, or if it would send a key over the internet without encryption */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new CommandFailure(`"${text}" is not the address of a service, such as https://pdf.example.com.`);
  }
  if (url.protocol === 'http:' && isPublicHost(url.hostname)) {
    throw new CommandFailure(
      `${url.origin} has no encryption, so others can read the API key on its way. Use https://.`,
    );
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}
