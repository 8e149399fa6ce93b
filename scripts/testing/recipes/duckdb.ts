/** The command line of DuckDB, as far as the recipes use it: `-c` runs SQL and prints the rows, here as JSON. */
import { DuckDBInstance } from '@duckdb/node-api'

const [option, sql = ''] = process.argv.slice(2)
if (option !== '-c') throw new Error('Only -c is known')
const connection = await (await DuckDBInstance.create()).connect()
const rows = await (await connection.runAndReadAll(sql)).getRowObjectsJson()
console.log(JSON.stringify(rows))
