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

const seedFor = (seed: number, index: number, hash: number): number => mix(mix(mix(seed) + index) ^ hash);

/** The seed of what is random in a request. */
export const seedOf = (seed: number, index: number, route: Route): number =>
  // The pick used the number itself.
  mix(seedFor(seed, index, hashOf(route)) + 1);

interface Candidate {
  readonly route: Route;
  readonly hash: number;
  readonly weight: number;
}

/**
 * Picks the route of each request, independent of the other requests and of the order of the routes (weighted rendezvous
 * hashing). A new route takes its share of the requests, and all others stay as they were.
 */
export class RoutePicker {
  readonly #candidates: readonly Candidate[];

  constructor(routes: readonly Route[], weightOf: (route: Route) => number) {
    this.#candidates = routes.map((route) => ({ route, hash: hashOf(route), weight: weightOf(route) }));
  }

  pick(seed: number, index: number): Route {
    let best: Route | undefined;
    let least = Infinity;
    for (const { route, hash, weight } of this.#candidates) {
      const fraction = (seedFor(seed, index, hash) + 1) / 4_294_967_297;
      const score = -Math.log(fraction) / weight;
      if (score < least) [best, least] = [route, score];
    }
    if (best === undefined) throw new Error('There is no route to pick from.');
    return best;
  }
}
