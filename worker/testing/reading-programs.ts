/**
 * Programs of others that read our files: Python, DuckDB and a RELAX NG validator. Need Node; only `mock-services.ts`
 * imports this.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const folder = await mkdtemp(join(tmpdir(), 'parquet-'))
  const instance = await DuckDBInstance.create()
  try {
    const connection = await instance.connect()
    const answer: Record<string, { rows: object[]; types: string[] }> = {}
    for (const [name, text] of Object.entries(Files.parse(JSON.parse(json)))) {
      const path = join(folder, name)
      await writeFile(path, Buffer.from(text, 'base64'))
      const reader = await connection.runAndReadAll('select * from read_parquet($path)', { path })
      const types = reader.columnTypes().map((type) => type.toString())
      answer[name] = { rows: reader.getRowObjectsJson(), types }
    }
    return Response.json(answer)
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
