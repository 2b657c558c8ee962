import { isJsonObject } from '../../../../schema/json-object.ts';

/** Field names come from a template: a name such as `__proto__` must not change the prototype. */
export function setPath(
  target: Readonly<Record<string, unknown>>,
  [key = '', ...rest]: readonly string[],
  value: unknown,
): void {
  const own: unknown = Object.getOwnPropertyDescriptor(target, key)?.value;
  const next = isJsonObject(own) ? own : {};
  if (rest.length > 0) setPath(next, rest, value);
  Object.defineProperty(target, key, {
    value: rest.length > 0 ? next : value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
