import type { Random } from '../../../test/support/random.ts';
import { hostileValue, KEYS, RawJson, STRINGS } from './hostile-values.ts';

type Container = unknown[] | Record<string, unknown>;

/** The place of a value. */
interface Place {
  readonly container: Container;
  readonly key: string | number;
}

/** Changes one place of a JSON value, which it may modify. */
export function mutateJson(random: Random, value: unknown): unknown {
  const root = { value };
  const places = placesOf(root);
  // The root is the first place. Half of the changes happen near it.
  const near = places.slice(1, 12);
  const place = random.chance(0.03)
    ? places[0]
    : random.pick(near.length > 0 && random.chance(0.5) ? near : places);
  if (place !== undefined) change(random, place);
  return root.value;
}

function placesOf(root: Container): Place[] {
  const places: Place[] = [];
  const waiting: Container[] = [root];
  for (let container = waiting.shift(); container !== undefined; container = waiting.shift()) {
    for (const key of Object.keys(container)) {
      places.push({ container, key });
      const child = read({ container, key });
      if (isContainer(child)) waiting.push(child);
    }
  }
  return places;
}

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && !(value instanceof RawJson);

const read = ({ container, key }: Place): unknown => (container as Record<string | number, unknown>)[key];

function write({ container, key }: Place, value: unknown): void {
  (container as Record<string | number, unknown>)[key] = value;
}

const CHANGES: readonly ((random: Random, place: Place) => void)[] = [
  (random, place) => write(place, hostileValue(random)),
  (random, place) => write(place, hostileValue(random)),
  (random, place) => write(place, sameType(random, read(place))),
  (random, place) => write(place, sameType(random, read(place))),
  (random, place) => write(place, otherType(random, read(place))),
  (_, { container, key }) => {
    if (Array.isArray(container)) container.splice(Number(key), 1);
    else delete container[key];
  },
  (random, place) => addField(random, place, random.pick(KEYS)),
  (random, place) => addField(random, place, String(place.key)),
  (_, place) => write(place, [read(place)]),
  (_, place) => write(place, { value: read(place) }),
  (random, place) =>
    write(
      place,
      Array.from({ length: random.pick([2, 30, 3_000]) }, () => read(place)),
    ),
];

function change(random: Random, place: Place): void {
  random.pick(CHANGES)(random, place);
}

/** A field beside the place, or in it. The name can be there already. */
function addField(random: Random, place: Place, name: string): void {
  const inner = read(place);
  const object = isContainer(inner) && !Array.isArray(inner) ? inner : place.container;
  if (Array.isArray(object)) return write(place, { [name]: hostileValue(random) });
  object[duplicate(name)] = hostileValue(random);
}

/** A name of a field that is written after one with the same name. `writeJson` removes the mark. */
const MARK = '\u0001again:';
const duplicate = (name: string): string => `${MARK}${name}`;

function sameType(random: Random, value: unknown): unknown {
  if (typeof value === 'string') return otherText(random, value);
  if (typeof value === 'number') {
    return random.pick([
      -value,
      value + 0.5,
      value * 1_000,
      value / 3,
      value + 1,
      Number.MAX_SAFE_INTEGER,
      1e300,
    ]);
  }
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return random.pick([[], [...value, ...value], value.toReversed()]);
  return {};
}

function otherText(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  return random.pick([
    () => text.slice(0, at) + random.pick(STRINGS) + text.slice(at),
    () => text.slice(0, at),
    () => text.toUpperCase(),
    () => `${text}\0`,
    () => ` ${text} `,
    () => text.repeat(random.pick([2, 20])),
    () => text.slice(0, at) + String.fromCodePoint(random.below(0xd800)) + text.slice(at + 1),
  ])();
}

const otherType = (random: Random, value: unknown): unknown =>
  random.pick([String(value), Number(value) || 0, [value], { 0: value }, null, true]);

/** JSON text of a value with {@link RawJson} and repeated names. */
export function writeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const fields = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name.replaceAll(MARK, ''))}:${writeJson(inner)}`,
  );
  return `{${fields.join(',')}}`;
}
