import { defineConfig } from 'drizzle-kit'

const analytics = process.env.DATABASE === 'analytics'

export default defineConfig({
  dialect: 'sqlite',
  schema: analytics
    ? './schema/analytics-tables.ts'
    : [
        './schema/tables.ts',
        './schema/upload-tables.ts',
        './schema/access-tables.ts',
        './schema/team-tables.ts',
        './schema/cache-tables.ts',
        './schema/operations-tables.ts',
        './schema/inbox-tables.ts',
        './schema/wallet-tables.ts',
      ],
  out: analytics ? './schema/migrations/analytics' : './schema/migrations/app',
})
