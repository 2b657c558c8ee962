import type { LinkName, PrintJob } from '@platen/pdf';
import type { ReadyDocument } from '../in-page/messages.ts';
import { accessibility } from '../print/accessibility.ts';
import type { PrintedDocument } from '../print/print-document.ts';
import type { PrintRun } from '../print/print-run.ts';
import type { Feature, FeatureSteps } from './feature.ts';
import { forms } from './forms/forms.ts';
import { styleTexts } from './style-texts/style-texts.ts';

/** The order matters: the links and labels of a document are read before forms put their markers into it. */
const FEATURES: readonly Feature[] = [accessibility, forms, styleTexts];

export const wantsFeature = (job: PrintJob): boolean => FEATURES.some(({ isWanted }) => isWanted(job));

export async function openFeatures(run: PrintRun): Promise<OpenFeatures> {
  const wanted = FEATURES.filter(({ isWanted }) => isWanted(run.job));
  return new OpenFeatures(await Promise.all(wanted.map(({ open }) => open(run))));
}

/** The features that a job wants. */
export class OpenFeatures {
  readonly #features: readonly FeatureSteps[];

  constructor(features: readonly FeatureSteps[]) {
    this.#features = features;
  }

  async inPage(loaded: ReadyDocument): Promise<void> {
    for (const feature of this.#features) await feature.inPage?.(loaded);
  }

  async beforePrint(): Promise<void> {
    for (const feature of this.#features) await feature.beforePrint?.();
  }

  async after(pages: PrintedDocument): Promise<PrintedDocument> {
    let printed = pages;
    for (const feature of this.#features) printed = (await feature.after?.(printed)) ?? printed;
    return printed;
  }

  links(): LinkName[] {
    return this.#features.flatMap((feature) => feature.links?.() ?? []);
  }

  explain(error: unknown): unknown {
    return this.#features.reduce((known, feature) => feature.explain?.(known) ?? known, error);
  }
}
