/** Where the journeys' own server listens and keeps its data; another `PORT` runs beside it with data of its own. */
export const port = Number(process.env.PORT || 8788)
export const folder = `test-results/${port}`
export const dataDir = `${folder}/data`
export const origin = `http://localhost:${port}`
