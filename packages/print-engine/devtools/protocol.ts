import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

export type { Protocol } from 'devtools-protocol';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
type None = Record<string, never>;

export type Method = keyof Commands;

export type CommandParameters<M extends Method> = Commands[M]['paramsType'] extends []
  ? None
  : Commands[M]['paramsType'] extends [(infer P)?]
    ? P
    : never;

export type CommandResult<M extends Method> = Commands[M]['returnType'];

/** An event of a page's session, or of the browser if `sessionId` is absent. */
export type DevToolsEvent = {
  [M in keyof Events]: {
    readonly method: M;
    readonly params: Events[M] extends [infer P] ? P : None;
    readonly sessionId?: string;
  };
}[keyof Events];
