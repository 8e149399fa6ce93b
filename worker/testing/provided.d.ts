import type { D1Migration } from 'cloudflare:test'

declare module 'vitest' {
  interface ProvidedContext {
    migrations: { app: D1Migration[]; analytics: D1Migration[] }
    /** Whether every case is run, not only those that say most. */
    isWhole: boolean
  }

  interface TaskMeta {
    /** How many cases of what this test ran, for `npm run trust`. */
    proves?: import('../../trust/proof.ts').Claim
  }
}
