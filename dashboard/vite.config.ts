import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The service that the development server forwards API requests to. */
const SERVICE = process.env.PLATEN_URL ?? 'http://127.0.0.1:8787';

export default defineConfig(({ command }) => {
  // A test runner sets NODE_ENV to `test`, and the build would then contain React's development checks.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: import.meta.dirname,
    base: '/dashboard/',
    plugins: [react()],
    build: {
      outDir: '../public/dashboard',
      emptyOutDir: true,
      // Lists the scripts of the first load. A test checks their size.
      manifest: 'assets/manifest.json',
      target: 'es2023',
      // The content security policy allows data: addresses for images and fonts only.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 700,
    },
    // The worker that reads data files loads what only some files need.
    worker: { format: 'es' },
    server: {
      proxy: Object.fromEntries(
        ['/console', '/v1', '/files'].map((path) => [path, { target: SERVICE, changeOrigin: true }]),
      ),
    },
  };
});
