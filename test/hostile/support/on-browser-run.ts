import type { TestProject } from 'vitest/node';
import { startInstallation } from '../../support/service-setup.ts';

export default (project: TestProject): Promise<() => Promise<void>> =>
  startInstallation(project, 'browser-run', ['test/support/hang-up-entry.ts']);
