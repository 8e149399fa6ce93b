/** The address and data folder of the test server; another `PORT` has separate data. */
export const port = Number(process.env.PORT || 8788)
export const folder = `test-results/${port}`
export const dataDir = `${folder}/data`
/** As in production. `PAGE_CACHE=local npm test -- e2e` tests without the tiered cache. */
export const pageCache = process.env.PAGE_CACHE || 'tiered'
/** The cost of passwords is tested in worker/accounts/passwords.test.ts; here it would take a tenth of the CPU time. */
export const hashing = pageCache === 'tiered' ? 'fast' : 'full'
export const origin = `http://localhost:${port}`
