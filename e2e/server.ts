/** The address and data folder of the test server; another `PORT` has separate data. */
export const port = Number(process.env.PORT || 8788)
export const folder = `test-results/${port}`
export const dataDir = `${folder}/data`
export const origin = `http://localhost:${port}`
