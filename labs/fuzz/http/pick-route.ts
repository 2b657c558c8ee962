import type { Random } from '../../../test/support/random.ts';
import type { Route } from './surfaces.ts';

/** The last step of MurmurHash3: each bit of the result depends on all bits of the number. */
function mix(number: number): number {
  let mixed = number;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

const hashOf = ({ method, path }: Route): number => hashText(`${method} ${path}`);

interface Candidate {
  readonly route: Route;
  readonly hash: number;
  readonly weight: number;
}

/**
 * Picks the route of a request, independent of the order of the routes (weighted rendezvous hashing). A new route takes its share
 * of the requests, and all others stay as they were.
 */
export class RoutePicker {
  readonly #candidates: readonly Candidate[];

  constructor(routes: readonly Route[], weightOf: (route: Route) => number) {
    this.#candidates = routes.map((route) => ({ route, hash: hashOf(route), weight: weightOf(route) }));
  }

  pick(random: Random): Route {
    const place = mix(random.below(2 ** 31));
    let best: Route | undefined;
    let least = Infinity;
    for (const { route, hash, weight } of this.#candidates) {
      const fraction = (mix(place ^ hash) + 1) / 4_294_967_297;
      const score = -Math.log(fraction) / weight;
      if (score < least) [best, least] = [route, score];
    }
    if (best === undefined) throw new Error('There is no route to pick from.');
    return best;
  }
}
