import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { VeraPdf } from '../conformance/checks/verapdf.ts';
import { readFeature, type Scenario } from './read-feature.ts';
import { ScenarioRun, type Target } from './scenario-run.ts';
import { check } from './steps.ts';

export interface Outcome {
  readonly scenario: Scenario;
  readonly result: 'passed' | 'not applicable' | 'failed';
  readonly reason: string;
}

/** A server of others, which some scenarios ask for a status. */
const FOREIGN = 'https://gethttpstatus.com/400';

/** Returns why a scenario is not one of this service, or null. */
function findReason({ feature, name, steps }: Scenario, hasInternet: boolean): string | null {
  if (!hasInternet && name.includes('Fail On Resource HTTP Status Codes')) return `needs ${FOREIGN}`;
  if (feature.startsWith('libreoffice')) return 'LibreOffice';
  return steps.some(({ text }) => text.includes('environment variable')) ? 'start flags' : null;
}

interface Plan {
  /** The folder with the features, beside which `testdata` is. */
  readonly features: string;
  readonly workFolder: string;
  /** A part of the name of a feature or a scenario. */
  readonly only: string;
  readonly report: (outcome: Outcome) => void;
}

/** Runs the scenarios one after the other, because they share a webhook. */
export async function runScenarios(
  target: Target,
  { features, workFolder, only, report }: Plan,
): Promise<Outcome[]> {
  const veraPdf = openVeraPdf();
  const hasInternet = await reaches(FOREIGN);
  const root = dirname(features);
  const outcomes: Outcome[] = [];
  const files = readdirSync(features).filter((file) => file.endsWith('.feature'));
  const scenarios = files
    .sort()
    .flatMap((file) => readFeature(join(features, file)))
    .filter(({ feature, name }) => `${feature} ${name}`.includes(only));
  for (const [index, scenario] of scenarios.entries()) {
    const folder = join(workFolder, String(index));
    mkdirSync(folder, { recursive: true });
    const outcome = await runScenario(new ScenarioRun(target, root, folder), scenario, {
      veraPdf,
      hasInternet,
    });
    outcomes.push(outcome);
    report(outcome);
  }
  veraPdf?.stop();
  return outcomes;
}

async function runScenario(
  run: ScenarioRun,
  scenario: Scenario,
  { veraPdf, hasInternet }: { readonly veraPdf: VeraPdf | null; readonly hasInternet: boolean },
): Promise<Outcome> {
  const reason = findReason(scenario, hasInternet);
  if (reason !== null) return { scenario, result: 'not applicable', reason };
  try {
    for (const step of scenario.steps) await check(run, step, { veraPdf });
    return { scenario, result: 'passed', reason: '' };
  } catch (error) {
    return { scenario, result: 'failed', reason: describe(error) };
  } finally {
    run.stop();
  }
}

function openVeraPdf(): VeraPdf | null {
  try {
    return new VeraPdf();
  } catch (error) {
    console.error(
      `veraPDF is not there, so PDF/A and PDF/UA are not checked: ${String(error).slice(0, 200)}`,
    );
    return null;
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

const reaches = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status === 400,
    () => false,
  );
