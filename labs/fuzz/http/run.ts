import type { FuzzedService } from '../service.ts';
import { failuresOf, type RandomRuns } from '../../../test/support/random.ts';
import type { Answer } from '../../../test/support/answer.ts';
import { checkObjects, fileIdsIn, imbalances, readBooks, settle } from './books.ts';
import { problemsOf } from './check-answer.ts';
import { makePlan, makeRequest, type Plan, MAKES_FILES } from './make-request.ts';
import { asCurl, type FuzzRequest } from './request.ts';
import { lostAccess } from './lost-access.ts';
import { Sender } from './send.ts';
import { readSurfaces, routesOf, type Surface } from './surfaces.ts';
import { createWorld } from './world.ts';

/** Requests in flight. */
const CONNECTIONS = 8;

const SHOWN_CHARACTERS = 1_000;

export interface HttpReport {
  /** Answers of each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The number of routes that got a request, and of those that have answered with a success. */
  readonly routes: { readonly all: number; readonly succeeded: number };
  readonly charged: number;
  readonly failures: readonly string[];
}

export async function fuzzHttp(service: FuzzedService, runs: RandomRuns): Promise<HttpReport> {
  const surfaces = await readSurfaces();
  const world = await createWorld(service);
  const routes = routesOf(surfaces);
  const plan = makePlan(world, routes);
  // Each workspace of the world has a job and a batch, whose PDFs belong into the first books.
  await settle(world);
  const before = await readBooks(world);
  const run = new Run(service, plan, surfaces);
  const sender = new Sender(world.url, CONNECTIONS);
  const failures = await failuresOf((random) => run.try(sender, makeRequest(plan, random)), {
    ...runs,
    lanes: CONNECTIONS,
  });
  sender.close();
  await settle(world);
  const after = await readBooks(world);
  failures.push(
    ...imbalances(before, after, run),
    ...(await checkObjects(world, after)),
    ...(await lostAccess(world)),
  );
  return {
    statuses: Object.fromEntries([...run.statuses].sort(([one], [other]) => one.localeCompare(other))),
    routes: { all: routes.length, succeeded: run.succeeded.size },
    charged:
      after.attacker.charged - before.attacker.charged + after.scratch.charged - before.scratch.charged,
    failures,
  };
}

class Run {
  readonly statuses = new Map<string, number>();
  readonly succeeded = new Set<string>();
  /** Ids of files that successful answers named. */
  readonly made = new Set<string>();
  readonly deleted = new Set<string>();
  readonly #service: FuzzedService;
  readonly #plan: Plan;
  readonly #surfaces: readonly Surface[];

  constructor(service: FuzzedService, plan: Plan, surfaces: readonly Surface[]) {
    this.#service = service;
    this.#plan = plan;
    this.#surfaces = surfaces;
  }

  /** @throws {Error} the answer is wrong */
  async try(sender: Sender, request: FuzzRequest): Promise<void> {
    const outcome = await sender.send(request);
    if (outcome.kind === 'broken') throw this.#failure(request, [outcome.reason], '');
    if (outcome.kind === 'unsent') return this.#count('unsent');
    const { answer } = outcome;
    this.#count(String(answer.status));
    if (answer.status < 300) this.#noteSuccess(request, answer);
    const problems = problemsOf(this.#surfaces, this.#plan.world, request, answer);
    if (problems.length > 0) throw this.#failure(request, problems, this.#describe(answer));
  }

  #noteSuccess({ route, method, path }: FuzzRequest, { headers, text }: Answer): void {
    this.succeeded.add(`${route.method} ${route.path}`);
    if (method === 'POST' && MAKES_FILES.test(route.path)) {
      const ofPdf = headers.get('x-file-id');
      for (const fileId of ofPdf === null ? fileIdsIn(text) : [ofPdf]) this.made.add(fileId);
    }
    const deleted = method === 'DELETE' ? /\/files\/(file_\w{22})/.exec(path)?.[1] : undefined;
    if (deleted !== undefined) this.deleted.add(deleted);
  }

  #count(status: string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  #describe({ status, text, headers }: Answer): string {
    const requestId = headers.get('x-request-id');
    const lines = requestId === null ? [] : this.#service.linesWith(requestId);
    return [`${status} ${text.slice(0, SHOWN_CHARACTERS)}`, ...lines].join('\n');
  }

  #failure(request: FuzzRequest, problems: readonly string[], answer: string): Error {
    const { method, path } = request.route;
    const from = `${problems.join('; ')} (made from ${method} ${path})`;
    return new Error([from, asCurl(this.#plan.world.url, request), answer].join('\n'));
  }
}
