import type { TestProject } from 'vitest/node';
import { startInstallation } from '../../support/service-setup.ts';
import { HOSTILE_OPTIONS } from './options.ts';

export default (project: TestProject): Promise<() => Promise<void>> =>
  startInstallation(project, 'container', HOSTILE_OPTIONS);
