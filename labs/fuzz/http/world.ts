import { Operator } from '../../../scripts/installation/operator.ts';
import type { Service } from '../../../scripts/local/service.ts';
import { Browser, PASSWORD } from './call.ts';
import { Maker } from './make-workspace.ts';
import { MISSING, THING_KINDS, type Things, UNKNOWN } from './thing-kinds.ts';

/** Whose things a request names. */
export type Owner = 'attacker' | 'victim' | 'scratch' | 'missing';

export interface World {
  readonly url: string;
  readonly things: Readonly<Record<Owner, Things>>;
  /** A workspace without anything, which operators change. */
  readonly changing: string;
  /** One that they may delete. */
  readonly doomed: string;
  /** Texts that no answer may contain. */
  readonly secrets: readonly string[];
  /** Texts that only the victim may read: names, addresses, content. */
  readonly canaries: readonly string[];
  readonly keys: Readonly<Record<KeyName, string>>;
  readonly cookies: Readonly<Record<PersonName, string>>;
  readonly operator: Operator;
  readonly operatorToken: string;
}

export type KeyName =
  | 'attacker'
  | 'attackerTest'
  | 'attackerReading'
  | 'scratch'
  | 'victim'
  | 'expired'
  | 'revoked';
export type PersonName = 'attacker' | 'attackerMember' | 'scratch' | 'leaving' | 'operator' | 'victim';

/** In every name, address and text of the victim. */
const CANARY = 'canary-of-the-victim';

/** Three workspaces with one thing of each kind, and people and keys for them. */
export async function createWorld(service: Service): Promise<World> {
  const operator = new Operator(service.url, service.operatorToken);
  const owner = new Browser(service.url);
  await owner.post('/console/setup', {
    name: 'Operator',
    email: 'operator@platen.test',
    password: PASSWORD,
    workspaceName: 'Home',
  });
  const makers = new Maker(service.url, operator, owner);
  const attacker = await makers.workspace('attacker');
  const victim = await makers.workspace(CANARY);
  const scratch = await makers.workspace('scratch');
  const member = await makers.join(attacker.things.ws, 'member', 'attacker-member');
  // A person whose sessions may end.
  const leaving = await makers.join(scratch.things.ws, 'member', 'leaving');
  const keys = await makers.keys(attacker.things.ws);
  return {
    url: service.url,
    operator,
    changing: (await operator.createWorkspace({ name: 'changing' })).id,
    doomed: (await operator.createWorkspace({ name: 'doomed' })).id,
    operatorToken: service.operatorToken,
    things: {
      attacker: attacker.things,
      victim: victim.things,
      scratch: scratch.things,
      missing: MISSING,
    },
    secrets: [service.operatorToken, victim.key, victim.browser.cookie.split('=').at(-1) ?? '', PASSWORD],
    canaries: [CANARY, ...THING_KINDS.map((kind) => victim.things[kind]).filter(isOwn)],
    keys: { ...keys, attacker: attacker.key, scratch: scratch.key, victim: victim.key },
    cookies: {
      attacker: attacker.browser.cookie,
      attackerMember: member.browser.cookie,
      scratch: scratch.browser.cookie,
      leaving: leaving.browser.cookie,
      operator: owner.cookie,
      victim: victim.browser.cookie,
    },
  };
}

const isOwn = (value: string): boolean => value.length > 20 && !value.includes(UNKNOWN);
