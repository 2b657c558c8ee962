import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: ['./schema/tables/workspaces.ts', './schema/tables/api-keys.ts', './schema/tables/templates.ts'],
  out: './schema/tables/migrations',
});
