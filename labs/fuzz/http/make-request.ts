import type { Random } from '../../../test/support/random.ts';
import { type MadeBody, makeBody, type Making } from './bodies.ts';
import { Identities, type Identity } from './identities.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { fillPath, makeQuery, mutateHeaders, mutatePath, otherMethod } from './mutate-head.ts';
import { RoutePicker } from './pick-route.ts';
import type { Delivery, FuzzRequest } from './request.ts';
import type { Route } from './surfaces.ts';
import { Chooser, isDestructive } from './things.ts';
import type { World } from './world.ts';

export interface Plan {
  readonly world: World;
  readonly identities: Identities;
  /** All of them. */
  readonly routes: RoutePicker;
  /** Those of valid requests that print. */
  readonly prints: RoutePicker;
}

/** They hash a password, print, or call a store. */
const EXPENSIVE =
  /\/(sign-in\/email|setup|accept|change-password|preview|generate|merge|split|finish|batches)$/;

const EXPENSIVE_WEIGHT = 0.25;

/** They spend credits. */
const PRINTS = /\/(generate|merge|split|finish|batches)$/;

/** They store files. An upload costs nothing. */
export const MAKES_FILES = /\/(generate|merge|split|finish|batches|files|test-prints)$/;

/** The share of requests that are valid and print: random ones seldom do, and the books need credits and files. */
const PRINTING = 0.02;

const isPosted = (route: Route, pattern: RegExp): boolean =>
  route.method === 'POST' && pattern.test(route.path);

export function makePlan(world: World, routes: readonly Route[]): Plan {
  const printing = routes.filter((route) => isPosted(route, PRINTS));
  return {
    world,
    identities: new Identities(world),
    routes: new RoutePicker(routes, (route) => (isPosted(route, EXPENSIVE) ? EXPENSIVE_WEIGHT : 1)),
    prints: new RoutePicker(printing, () => 1),
  };
}

/** The same for the same draws, but for the identifiers of the world. */
export const makeRequest = (plan: Plan, random: Random): FuzzRequest =>
  random.chance(PRINTING) ? makePrint(plan, random) : makeChanged(plan, random);

function makePrint({ world, identities, prints }: Plan, random: Random): FuzzRequest {
  const route = prints.pick(random);
  const identity = identities.pickPrinting(random, route.surface.name);
  const changes: string[] = [];
  const making = { random, route, chooser: new Chooser(random, world, route, identity, 'valid'), changes };
  const body = makeBody(making, { mutations: 0, fromExamples: 1 });
  return { route, identity, ...makeDraft(making, world, identity, body), changes };
}

function makeChanged({ world, identities, routes }: Plan, random: Random): FuzzRequest {
  const route = routes.pick(random);
  const identity = pickIdentity(random, identities, route);
  const changes: string[] = [];
  if (!/ of the (attacker|owner)$|^operator$/.test(identity.name)) changes.push(identity.name);
  const making = { random, route, chooser: new Chooser(random, world, route, identity, 'any'), changes };
  // Half of the requests with a valid head have a changed body, so that deep code is reached.
  const body = makeBody(making, { mutations: random.pick([0, 1, 1, 1, 2, 3]), fromExamples: 0.6 });
  const valid = makeDraft(making, world, identity, body);
  return { route, identity, ...mutateDraft(random, route, valid, changes), changes };
}

type Draft = Pick<FuzzRequest, 'method' | 'path' | 'headers' | 'body' | 'delivery'>;

function makeDraft(
  { random, route, chooser, changes }: Making,
  world: World,
  identity: Identity,
  body: MadeBody | null,
): Draft {
  return {
    method: route.method,
    path: fillPath(route, chooser, changes) + makeQuery(random, route, chooser, changes),
    headers: headersOf(random, world, route, identity, body?.type),
    body: body?.bytes ?? null,
    delivery: 'whole',
  };
}

/** A request that ends sessions is sent with a session that may end. */
function pickIdentity(random: Random, identities: Identities, route: Route): Identity {
  const identity = identities.pick(random, route.surface.name, route.path);
  const endsOwn = isDestructive(route) && route.path.startsWith('/console/auth');
  return endsOwn && identity.name.startsWith('cookie') ? identities.leaving : identity;
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
  const sent = known.filter(({ name }) => name.toLowerCase() !== 'idempotency-key' && random.chance(0.15));
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
