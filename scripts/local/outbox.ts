/** The local email provider, which writes emails as files to the data directory. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { PostedMail } from '../../worker/testing/posted-mail.ts'

// A file name has at most 255 bytes on Linux and macOS; date, hash and extension take 45 of them.
const nameMax = 100

/**
 * Listens on a free port of 127.0.0.1; `url` is the value for `EMAIL_API_URL`. Responds 422 to an invalid email and 503
 * if it cannot be written; the server continues in both cases.
 */
export async function openOutbox(dataDir: string) {
  const folder = join(dataDir, 'outbox')
  mkdirSync(folder, { recursive: true })
  const server = createServer((request, response) => {
    void handleRequest(request, folder)
      .catch(errorResponse)
      .then(({ status, body }) =>
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(body),
      )
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

async function handleRequest(request: IncomingMessage, folder: string) {
  const mail = PostedMail.safeParse(parseJson(await text(request)))
  if (!mail.success) return { status: 422, body: '{"error":"This is not an email."}' }
  const { from, to, subject, text: content, html, headers = {} } = mail.data
  const file = join(folder, fileName(to))
  const lines = Object.entries({ From: from, To: to, Subject: subject, ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\n`).join('')
  if (html) writeFileSync(file.replace(/txt$/, 'html'), html)
  writeFileSync(file, `${head}\n${content}\n`)
  return { status: 200, body: '{"id":"local"}' }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function fileName(to: string): string {
  const readable = to.replace(/[^\w.@-]/g, '_')
  const hash = createHash('sha256').update(to).digest('hex').slice(0, 12)
  const name = readable.length > nameMax ? `${readable.slice(0, nameMax)}-${hash}` : readable
  return `${new Date().toISOString().replaceAll(':', '-')}-${name}.txt`
}

// The disk is full, the folder is missing or the connection was lost; the worker retries.
function errorResponse(error: unknown) {
  console.error(`  An email could not be written to the outbox: ${error}`)
  return { status: 503, body: '{"error":"The email could not be written."}' }
}
