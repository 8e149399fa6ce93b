import type { D1Migration } from 'cloudflare:test'

declare module 'vitest' {
  interface ProvidedContext {
    migrations: { app: D1Migration[]; analytics: D1Migration[] }
  }

  interface TaskMeta {
    /** The number and kind of cases this test ran, for `npm run trust`. */
    proves?: import('../../trust/proof.ts').Claim
  }
}
