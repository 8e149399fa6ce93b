/** The local e-mail provider: what the worker would send becomes a text file under the data directory. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

/** Listens on a free port of 127.0.0.1; `url` is what `EMAIL_API_URL` is set to. */
export async function openOutbox(dataDir: string) {
  const folder = join(dataDir, 'outbox')
  mkdirSync(folder, { recursive: true })
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const mail = JSON.parse(text)
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${mail.to.replace(/[^\w.@-]/g, '_')}.txt`
    writeFileSync(
      join(folder, name),
      `From: ${mail.from}\nTo: ${mail.to}\nSubject: ${mail.subject}\n\n${mail.text}\n`,
    )
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":"local"}')
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}
