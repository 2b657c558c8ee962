import type { Random } from '../../../test/support/random.ts';
import { STRINGS } from './hostile-values.ts';
import type { Identity } from './identities.ts';
import type { Route } from './surfaces.ts';
import { THING_KINDS, type ThingKind, type Things } from './thing-kinds.ts';
import type { Owner, World } from './world.ts';

/** Requests that end, delete or take away something. They get things of the scratch workspace or none that exist. */
export const isDestructive = ({ method, path }: Route): boolean =>
  method === 'DELETE' ||
  /\/(sign-out|revoke[\w-]*|cancel|change-password|update-user|accept)$/.test(path) ||
  path.endsWith('/people/{personId}') ||
  (method === 'PATCH' && path.includes('operator'));

const KINDS: Readonly<Record<string, ThingKind>> = {
  ws: 'ws',
  workspaceId: 'ws',
  templateId: 'template',
  fileId: 'file',
  jobId: 'job',
  batchId: 'batch',
  webhookId: 'webhook',
  deliveryId: 'delivery',
  keyId: 'key',
  personId: 'person',
  targetId: 'target',
  fileAddress: 'fileAddress',
  signedAddress: 'signedAddress',
  token: 'token',
  page: 'page',
};

/** The kinds of things that `{id}` can be. The path decides which. */
const ID_KINDS: readonly (readonly [RegExp, ThingKind])[] = [
  [/\/invitations\/\{id\}/, 'invitation'],
  [/\/operators\/\{id\}/, 'person'],
  [/\/keys\/\{id\}/, 'key'],
  [/\/targets\/\{id\}/, 'target'],
  [/session/, 'session'],
  [/passkey/, 'passkey'],
];

export const kindOf = (name: string, path: string): ThingKind =>
  KINDS[name] ?? ID_KINDS.find(([pattern]) => pattern.test(path))?.[1] ?? 'ws';

/** The sender chooses the names of assets and partials, so a name must not be the id of another workspace. */
const COMPONENT_NAMES = ['logo', 'footer', 'layout', 'brand'];

const isOperated = (path: string): boolean => /^(\/console)?\/operator/.test(path);

export class Chooser {
  readonly #random: Random;
  readonly #world: World;
  readonly #route: Route;
  readonly #identity: Identity;
  readonly #choice: 'valid' | 'any';

  /** @param choice `valid`: only things that the sender may use */
  constructor(random: Random, world: World, route: Route, identity: Identity, choice: 'valid' | 'any') {
    this.#random = random;
    this.#world = world;
    this.#route = route;
    this.#identity = identity;
    this.#choice = choice;
  }

  /** The name of an asset or a partial; in some requests a hostile text. */
  componentName(changes: string[]): string {
    const isHostile = this.#choice === 'any' && this.#random.chance(0.15);
    return isHostile
      ? this.#note(changes, 'hostile name', this.#random.pick(STRINGS))
      : this.#random.pick(COMPONENT_NAMES);
  }

  /** A thing that the sender may use; in some requests one of another owner or kind, or a hostile text. */
  value(kind: ThingKind, changes: string[]): string {
    if (this.#choice === 'valid') return this.own(kind);
    const roll = this.#random.below(100);
    if (roll < 70) return this.own(kind);
    if (roll < 82) {
      const owner = this.#identity.isOperator ? 'missing' : 'victim';
      changes.push(`${kind} of ${owner}`);
      return this.#things(owner)[kind];
    }
    if (roll < 88) return this.#note(changes, `missing ${kind}`, this.#things('missing')[kind]);
    if (roll < 94) {
      const other = this.#random.pick(THING_KINDS);
      return this.#note(changes, `${other} as ${kind}`, this.own(other));
    }
    return this.#note(changes, `hostile ${kind}`, this.#random.pick(STRINGS));
  }

  own(kind: ThingKind): string {
    const { owner, isOperator } = this.#identity;
    const { path, method } = this.#route;
    if (kind === 'ws' && isOperator && isOperated(path)) {
      return method === 'DELETE' ? this.#world.doomed : this.#world.changing;
    }
    const isSafe = owner === 'scratch' || !isDestructive(this.#route);
    return this.#things(isSafe ? owner : 'missing')[kind];
  }

  #things(owner: Owner): Things {
    return this.#world.things[owner];
  }

  #note(changes: string[], change: string, value: string): string {
    changes.push(change);
    return value;
  }
}
