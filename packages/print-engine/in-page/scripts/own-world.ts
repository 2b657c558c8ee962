/** For scripts that run in the document's own world, before its scripts. They may replace functions, which affects only their own wait. */
import { WORK_EVENT, type ScriptWork } from '../messages.ts';

export type Method = (this: unknown, ...values: unknown[]) => unknown;

/** Taken now, because the document may replace them. */
export const { apply, construct } = Reflect;
export const methodOf = (owner: object, name: string): Method => Reflect.get(owner, name);
const dispatchEvent = methodOf(EventTarget.prototype, 'dispatchEvent');
const OwnEvent = CustomEvent;

/** Says to the engine what a script did. */
export const report = (detail: ScriptWork): void => {
  apply(dispatchEvent, window, [new OwnEvent<ScriptWork>(WORK_EVENT, { detail })]);
};

/** @param toMethod receives the method of the browser and returns the new one, which keeps the name */
export function replace(
  owner: object | undefined,
  name: string,
  toMethod: (original: Method) => Method,
): void {
  const descriptor = owner && Object.getOwnPropertyDescriptor(owner, name);
  if (!descriptor) return;
  const method = toMethod(descriptor.value);
  Object.defineProperty(method, 'name', { value: name });
  Object.defineProperty(owner, name, { ...descriptor, value: method });
}
