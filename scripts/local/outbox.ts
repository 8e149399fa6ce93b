/** The local e-mail provider: what the worker would send becomes a text file under the data directory. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'

const Mail = z.object({ from: z.string(), to: z.string(), subject: z.string(), text: z.string() })

// A file name has at most 255 bytes on Linux and macOS; date, hash and ending take 45 of them.
const nameMax = 100

/**
 * Listens on a free port of 127.0.0.1; `url` is what `EMAIL_API_URL` is set to. Answers 422 to what is no letter, and 503
 * when the letter cannot be written; neither ends the server.
 */
export async function openOutbox(dataDir: string) {
  const folder = join(dataDir, 'outbox')
  mkdirSync(folder, { recursive: true })
  const server = createServer((request, response) => {
    void take(request, folder)
      .catch(unwritable)
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

async function take(request: IncomingMessage, folder: string) {
  const mail = Mail.safeParse(parsed(await text(request)))
  if (!mail.success) return { status: 422, body: '{"error":"This is no letter."}' }
  const { from, to, subject, text: written } = mail.data
  writeFileSync(
    join(folder, fileName(to)),
    `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${written}\n`,
  )
  return { status: 200, body: '{"id":"local"}' }
}

function parsed(body: string): unknown {
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

// The disk is full, the folder is gone, or the worker went away: the letter stays with the worker, which tries again.
function unwritable(error: unknown) {
  console.error(`  A letter was not written to the outbox: ${error}`)
  return { status: 503, body: '{"error":"The letter cannot be written."}' }
}
