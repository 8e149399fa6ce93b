/**
 * Programs of others that read our files: Python, DuckDB and a RELAX NG validator. Need Node; only `mock-services.ts`
 * imports this.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import * as z from 'zod/mini'

/** Files in base64 by name. */
const Files = z.record(z.string(), z.string())

// "utf-8-sig" removes a byte-order mark, and a strict reader refuses what is malformed.
const readCsv = `
import base64, csv, io, json, sys
csv.field_size_limit(10_000_000)
read = lambda text: list(csv.reader(io.StringIO(base64.b64decode(text).decode("utf-8-sig"), newline=""), strict=True))
print(json.dumps({name: read(text) for name, text in json.load(sys.stdin).items()}))`

/** Answers with the rows of each CSV file as Python's csv module reads them. */
export function readWithPython(json: string): Promise<Response> {
  const files = JSON.stringify(Files.parse(JSON.parse(json)))
  return new Promise((resolve) => {
    const options = { maxBuffer: 100_000_000 }
    const running = execFile('python3', ['-c', readCsv], options, (error, stdout) =>
      resolve(new Response(error ? error.message : stdout, { status: error ? 400 : 200 })),
    )
    running.stdin?.end(files)
  })
}

/** Answers with the rows and the types of the columns of each Parquet file as DuckDB reads them. */
export async function readWithDuckDb(json: string): Promise<Response> {
  return withDuckDb(Files.parse(JSON.parse(json)), async (connection, paths) => {
    const answer: Record<string, { rows: object[]; types: string[] }> = {}
    for (const [name, path] of Object.entries(paths)) {
      const reader = await connection.runAndReadAll('select * from read_parquet($path)', { path })
      const types = reader.columnTypes().map((type) => type.toString())
      answer[name] = { rows: reader.getRowObjectsJson(), types }
    }
    return answer
  })
}

const Query = z.object({ sql: z.string(), files: Files })

/** Answers with the rows of a query in the folder of the files. */
export async function queryWithDuckDb(json: string): Promise<Response> {
  const { sql, files } = Query.parse(JSON.parse(json))
  return withDuckDb(files, async (connection, _, folder) => {
    await connection.run(`set file_search_path = '${folder}'`)
    return (await connection.runAndReadAll(sql)).getRowObjectsJson()
  })
}

type Work = (
  connection: DuckDBConnection,
  paths: Record<string, string>,
  folder: string,
) => Promise<object>

async function withDuckDb(files: Record<string, string>, work: Work): Promise<Response> {
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const folder = await mkdtemp(join(tmpdir(), 'parquet-'))
  const instance = await DuckDBInstance.create()
  try {
    const paths: Record<string, string> = {}
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, Buffer.from(text, 'base64'))
      paths[name] = path
    }
    return Response.json(await work(await instance.connect(), paths, folder))
  } finally {
    instance.closeSync()
    await rm(folder, { recursive: true })
  }
}

/** Answers 200 if the XML is valid by the grammar, or 400 with why not. Both are texts, separated by a NUL. */
export async function validateXml(text: string): Promise<Response> {
  const { RelaxNGValidator, XmlDocument } = await import('libxml2-wasm')
  const [grammar = '', xml = ''] = text.split('\0')
  try {
    using schema = XmlDocument.fromString(grammar)
    using validator = RelaxNGValidator.fromDoc(schema)
    using document = XmlDocument.fromString(xml)
    validator.validate(document)
    return new Response('valid')
  } catch (error) {
    return new Response(error instanceof Error ? error.message : String(error), { status: 400 })
  }
}
