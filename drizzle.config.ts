import { defineConfig } from 'drizzle-kit'

const analytics = process.env.DATABASE === 'analytics'

export default defineConfig({
  dialect: 'sqlite',
  // `tracking` has the analytics databases, the other features the app's.
  schema: analytics ? './schema/tracking/tables.ts' : './schema/!(tracking)/tables.ts',
  out: analytics ? './schema/migrations/analytics' : './schema/migrations/app',
})
