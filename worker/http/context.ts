import type { Context } from 'hono';
import type { Person } from '../../schema/console/session.ts';
import type { AnsweredCode } from '../api-error.ts';
import type { Member } from '../console/member.ts';
import type { Env } from '../env.ts';
import type { KeyRecord } from '../keys/key-record.ts';
import type { RateState } from '../ledger/protocol.ts';
import type { Phases } from '../phases.ts';
import type { Services } from '../services.ts';

/** What middleware leaves for handlers. */
export interface AppVariables {
  readonly requestId: string;
  /** Epoch milliseconds: the plan's timeout runs from here (decision 24). */
  readonly arrivedAt: number;
  readonly phases: Phases;
  readonly services: Services;
  /** The known key of the request, however it stands. Absent on routes that ask for none. */
  key?: KeyRecord;
  /** Who is signed in, and in which workspace they work: on routes of the dashboard. */
  person?: Person;
  sessionId?: string;
  member?: Member;
  /** Set once the request has been counted, or by routes that are not. */
  rate?: RateState;
  /** Size of the PDF that was made. */
  pdfBytes?: number;
  /** The code of the error that is being answered. */
  errorCode?: AnsweredCode;
  /** The code that the workspace's ledger has counted this request under, where it has one. */
  countedError?: AnsweredCode;
}

export interface AppEnv {
  Bindings: Env;
  Variables: AppVariables;
}

export type AppContext = Context<AppEnv>;
