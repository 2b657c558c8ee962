import type { ConsoleErrorCode } from '../../schema/console/errors.ts';
import type { ErrorCode } from '../../schema/api/errors.ts';

interface ProblemParts {
  /** 0 where no answer came. */
  status: number;
  code: ErrorCode | ConsoleErrorCode | 'UNREACHABLE' | (string & {});
  message: string;
  /** One string for each problem, naming the field by its path. */
  details?: readonly string[];
  requestId?: string | null;
  retryAfterSeconds?: number | null;
}

/** A request that was refused, failed, or never arrived: what a reader is told, and what to report. */
export class RequestProblem extends Error {
  override readonly name = 'RequestProblem';
  readonly status: number;
  readonly code: ProblemParts['code'];
  readonly details: readonly string[];
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(parts: ProblemParts, options?: ErrorOptions) {
    super(parts.message, options);
    this.status = parts.status;
    this.code = parts.code;
    this.details = parts.details ?? [];
    this.requestId = parts.requestId ?? null;
    this.retryAfterSeconds = parts.retryAfterSeconds ?? null;
  }

  /** The problems by the field that they name: `name: is required` becomes `{name: 'is required'}`. */
  get fields(): Readonly<Record<string, string>> {
    const named = this.details.flatMap((detail) => {
      const [, field, words] = /^([\w.[\]]+): (.+)$/s.exec(detail) ?? [];
      return field && words ? [[field, words] as const] : [];
    });
    return Object.fromEntries(named);
  }
}

/** Whether `error` is a refusal with this code. */
export const isProblem = (error: unknown, code: ConsoleErrorCode | ErrorCode): boolean =>
  error instanceof RequestProblem && error.code === code;
