import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A service of this machine, as `npm start` leaves it; another one is named in `PLATEN_URL`. */
const SERVICE = process.env.PLATEN_URL ?? 'http://127.0.0.1:8787';

/** The page builds into the Worker's static assets; everything hashed lies under `/dashboard/assets/`. */
export default defineConfig(({ command }) => {
  // A test runner that builds has its own word here, and React would come with its checks for developers.
  if (command === 'build') process.env.NODE_ENV = 'production';
  return {
    root: import.meta.dirname,
    base: '/dashboard/',
    plugins: [react()],
    build: {
      outDir: '../public/dashboard',
      emptyOutDir: true,
      // Says which scripts the first load takes; the size of that is tested.
      manifest: 'assets/manifest.json',
      target: 'es2023',
      // A data: address would need a wider content security policy.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 700,
    },
    server: {
      proxy: Object.fromEntries(
        ['/console', '/v1', '/files'].map((path) => [path, { target: SERVICE, changeOrigin: true }]),
      ),
    },
  };
});
