/** For drizzle-kit, which `npm run tool -- migrations` runs through npx. */
export default {
  dialect: 'sqlite',
  schema: './schema/tables/*.ts',
  out: './schema/tables/migrations',
};
