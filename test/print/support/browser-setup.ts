import type { TestProject } from 'vitest/node';
import { startChromium } from '../../../scripts/chromium-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** DevTools URL of the Chromium that the files of `print` share. */
    chromiumAddress: string;
  }
}

export default async function startChromiumForTests(project: TestProject): Promise<() => Promise<void>> {
  const chromium = await startChromium();
  project.provide('chromiumAddress', chromium.address);
  return () => chromium.stop();
}
