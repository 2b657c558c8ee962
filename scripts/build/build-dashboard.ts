import type { Product } from './build-once.ts';
import { inProject } from '../project.ts';

export const DASHBOARD: Product = {
  name: 'dashboard',
  directory: inProject('public/dashboard'),
  sources: [
    'dashboard',
    'packages',
    'schema',
    'compose',
    'package-lock.json',
    'scripts/build/build-dashboard.ts',
  ].map((source) => inProject(source)),
  make: async (directory) => {
    const { build } = await import('vite');
    await build({
      configFile: inProject('dashboard/vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: directory, emptyOutDir: true },
    });
  },
};
