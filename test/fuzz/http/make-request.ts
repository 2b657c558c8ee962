import { Random } from '../../support/compose/random.ts';
import { makeBody } from './bodies.ts';
import type { Identities, Identity } from './identities.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { fillPath, makeQuery, mutateHeaders, mutatePath, otherMethod } from './mutate-head.ts';
import type { Delivery, FuzzRequest } from './request.ts';
import type { Route } from './surfaces.ts';
import { Chooser, isDestructive } from './things.ts';
import type { World } from './world.ts';

export interface Plan {
  readonly seed: number;
  readonly world: World;
  readonly identities: Identities;
  readonly routes: readonly Route[];
}

/** The golden ratio spreads neighbouring indexes over all seeds. */
const seedOf = (seed: number, index: number): number => (seed + Math.imul(index + 1, 0x9e3779b1)) >>> 0;

/** They hash a password, print, or call a store. */
const EXPENSIVE =
  /\/(sign-in\/email|setup|accept|change-password|preview|generate|merge|split|finish|batches)$/;

const EXPENSIVE_SHARE = 0.25;

/** The same for the same seed and index, but for the identifiers of the world. */
export function makeRequest({ seed, world, identities, routes }: Plan, index: number): FuzzRequest {
  const random = new Random(seedOf(seed, index));
  const route = pickRoute(random, routes);
  const changes: string[] = [];
  const identity = pickIdentity(random, identities, route);
  if (!/ of the (attacker|owner)$|^operator$/.test(identity.name)) changes.push(identity.name);
  const chooser = new Chooser(random, world, route, identity);
  // Half of the requests with a valid head have a changed body, so that deep code is reached.
  const body = makeBody(random, route, chooser, random.pick([0, 1, 1, 1, 2, 3]), changes);
  const path = fillPath(route, chooser, changes) + makeQuery(random, route, chooser, changes);
  const valid: Draft = {
    method: route.method,
    path,
    headers: headersOf(random, world, route, identity, body?.type),
    body: body === null ? null : Buffer.from(body.text),
    delivery: 'whole',
  };
  const changed = mutateDraft(random, route, valid, changes);
  return { index, route, identity, ...changed, changes };
}

type Draft = Pick<FuzzRequest, 'method' | 'path' | 'headers' | 'body' | 'delivery'>;

function pickRoute(random: Random, routes: readonly Route[]): Route {
  const route = random.pick(routes);
  return EXPENSIVE.test(route.path) && route.method === 'POST' && !random.chance(EXPENSIVE_SHARE)
    ? random.pick(routes.filter(({ path }) => !EXPENSIVE.test(path)))
    : route;
}

/** What ends sessions is sent with a session that may end. */
function pickIdentity(random: Random, identities: Identities, route: Route): Identity {
  const identity = identities.pick(random, route.surface.name, route.path);
  const endsOwn = isDestructive(route) && route.path.startsWith('/console/auth');
  return endsOwn && identity.name.startsWith('cookie of') ? identities.leaving : identity;
}

function headersOf(
  random: Random,
  world: World,
  { surface, operation }: Route,
  identity: Identity,
  type: string | undefined,
): [string, string][] {
  const known = (operation.parameters ?? []).filter((parameter) => parameter.in === 'header');
  // Random keys of idempotency would repeat old answers, which makes the books hard to read.
  const sent = known.filter(({ name }) => name !== 'Idempotency-Key' && random.chance(0.15));
  return [
    ...(identity.headers as [string, string][]),
    ...(type === undefined ? [] : [['Content-Type', type] as [string, string]]),
    ...(surface.name === 'console' ? [['Origin', world.url] as [string, string]] : []),
    // Sign-ins are limited for each address.
    ['CF-Connecting-IP', `10.${random.below(256)}.${random.below(256)}.${1 + random.below(250)}`],
    ...sent.map(({ name, example }) => [name, textOf(example)] as [string, string]),
  ];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

const DELIVERIES: readonly Delivery[] = ['chunked', 'chunked', 'slow', 'truncated', 'announced'];

function mutateDraft(random: Random, route: Route, draft: Draft, changes: string[]): Draft {
  const changed = { ...draft };
  if (random.chance(0.06)) {
    changed.path = mutatePath(random, draft.path);
    changes.push('path changed');
  }
  if (random.chance(0.05)) {
    changed.method = otherMethod(random, route);
    changes.push('other method');
  }
  if (random.chance(0.12)) {
    const { headers, change } = mutateHeaders(random, draft.headers);
    changed.headers = headers;
    changes.push(change);
  }
  if (draft.body !== null && random.chance(0.15)) {
    const { body, change, encoding } = mutateBytes(random, draft.body);
    changed.body = body;
    if (encoding !== undefined) changed.headers = [...changed.headers, ['Content-Encoding', encoding]];
    changes.push(`body: ${change}`);
  } else if (draft.body === null && random.chance(0.03)) {
    changed.body = Buffer.from(random.pick(['{}', 'x', '']));
    changes.push('body added');
  }
  if (changed.body !== null && random.chance(0.04)) changed.delivery = random.pick(DELIVERIES);
  return changed;
}
