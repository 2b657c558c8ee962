import type { Random } from '../../../test/support/random.ts';
import type { SurfaceName } from './surfaces.ts';
import type { Owner, World } from './world.ts';

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** Who sends a request. */
export interface Identity {
  readonly name: string;
  readonly headers: HeaderList;
  /** Whose things it may use and name. */
  readonly owner: Owner;
  /** An operator sees every workspace. */
  readonly isOperator?: true;
}

interface Weighted extends Identity {
  readonly weight: number;
}

const key = (name: string, value: string, weight: number, owner: Owner = 'attacker'): Weighted => ({
  name: `key ${name}`,
  headers: [['X-API-Key', value]],
  owner,
  weight,
});

const apiIdentities = ({ keys, operatorToken, cookies }: World): Weighted[] => [
  key('of the attacker', keys.attacker, 12),
  key('for tests', keys.attackerTest, 3),
  key('that only reads', keys.attackerReading, 2),
  key('of the scratch workspace', keys.scratch, 3, 'scratch'),
  key('expired', keys.expired, 0.7),
  key('revoked', keys.revoked, 0.7),
  key('unknown', `pk_live_${'Q'.repeat(32)}`, 0.7),
  key('of a wrong form', "' OR 1=1 --", 0.5),
  key('empty', '', 0.3),
  key('cut', keys.victim.slice(0, -1), 0.4),
  key('in upper case', keys.victim.toUpperCase(), 0.4),
  key('twice', `${keys.attacker}, ${keys.attackerTest}`, 0.4),
  bearer('key as bearer token', keys.attacker, 1),
  bearer('operator token', operatorToken.slice(0, -1), 0.4),
  { name: 'cookie', headers: [['Cookie', cookies.attacker]], owner: 'attacker', weight: 0.4 },
  { name: 'nobody', headers: [], owner: 'attacker', weight: 0.8 },
];

const bearer = (name: string, value: string, weight: number): Weighted => ({
  name,
  headers: [['Authorization', `Bearer ${value}`]],
  owner: 'attacker',
  weight,
});

const person = (name: string, cookie: string, weight: number, owner: Owner = 'attacker'): Weighted => ({
  name: `cookie ${name}`,
  headers: [['Cookie', cookie]],
  owner,
  weight,
});

const consoleIdentities = ({ cookies, keys }: World): Weighted[] => [
  person('of the owner', cookies.attacker, 12),
  person('of a member', cookies.attackerMember, 3),
  person('of the scratch workspace', cookies.scratch, 4, 'scratch'),
  person('that was changed', `${cookies.victim.slice(0, -6)}AAAAAA`, 0.7),
  person('that is random', 'platen.session_token=%00%ff{}.AAAA', 0.7),
  person('that is long', `platen.session_token=${'A'.repeat(4_000)}`, 0.3),
  person('twice', `${cookies.attacker}; platen.session_token=x`, 0.4),
  key('of the attacker', keys.attacker, 0.5),
  { name: 'nobody', headers: [], owner: 'attacker', weight: 1 },
];

const operatorPerson = ({ cookies }: World): Weighted => ({
  ...person('of an operator', cookies.operator, 12, 'scratch'),
  isOperator: true,
});

const operatorIdentities = ({ operatorToken, keys, cookies }: World): Weighted[] => [
  { ...bearer('operator', operatorToken, 14), owner: 'scratch', isOperator: true },
  bearer('operator token, cut', operatorToken.slice(0, -1), 1),
  bearer('key as operator', keys.attacker, 1),
  bearer('empty', '', 0.5),
  person('of an operator', cookies.operator, 0.5),
  { name: 'nobody', headers: [], owner: 'attacker', weight: 1 },
];

/** The scratch workspace loses its things. */
const MAY_PRINT: Readonly<Partial<Record<SurfaceName, RegExp>>> = {
  api: /^key (of the attacker|for tests)$/,
  console: /^cookie of the owner$/,
};

/** The identities of a world are made once. */
export class Identities {
  readonly #lists: Readonly<Record<SurfaceName | 'console-operator', readonly Weighted[]>>;

  /** Whose sessions may end. */
  readonly leaving: Identity;

  constructor(world: World) {
    this.leaving = person('of a person who leaves', world.cookies.leaving, 1, 'scratch');
    const guests = consoleIdentities(world);
    this.#lists = {
      api: apiIdentities(world),
      console: guests,
      'console-operator': [
        operatorPerson(world),
        ...guests.map((each) => ({ ...each, weight: each.weight / 4 })),
      ],
      operator: operatorIdentities(world),
      public: [{ name: 'nobody', headers: [], owner: 'attacker', weight: 1 }, ...apiIdentities(world)],
    };
  }

  pick(random: Random, surface: SurfaceName, path: string): Identity {
    return random.pickWeighted(
      this.#lists[path.startsWith('/console/operator') ? 'console-operator' : surface],
    );
  }

  /** Somebody who may print. */
  pickPrinting(random: Random, surface: SurfaceName): Identity {
    return random.pickWeighted(this.#lists[surface].filter(({ name }) => MAY_PRINT[surface]?.test(name)));
  }
}
