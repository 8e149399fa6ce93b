/** Starts the baseline of the view benchmark with the row of one card, in a process of its own. */
import { fork } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type openDemo, publicOrigin } from '../demo.ts'

type Demo = Awaited<ReturnType<typeof openDemo>>
type Options = { slug: string; port: number; answer: Response }

/** The running baseline; `answer` is our page of the same card, whose headers and ready-made parts it serves too. */
export async function startBaseline(demo: Demo, { slug, port, answer }: Options) {
  const folder = join(demo.folder, 'express')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await copyCard(demo, slug, join(folder, 'cards.sqlite'))
  writeFileSync(join(folder, 'headers.json'), JSON.stringify(headersOf(answer)))
  writeFileSync(join(folder, 'assets.json'), JSON.stringify(assetsOf(slug, await answer.text())))
  const child = fork('bench/express/server.mjs', {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PUBLIC_ORIGIN: publicOrigin,
      DATA_FOLDER: folder,
      PORT: String(port),
    },
  })
  await new Promise((resolve, reject) => child.once('message', resolve).once('exit', reject))
  return { pid: child.pid ?? 0, stop: () => child.kill() }
}

async function copyCard({ env }: Demo, slug: string, file: string) {
  const row = await env.DB.prepare('select * from business_cards where slug = ?')
    .bind(slug)
    .first<Record<string, unknown>>()
  if (!row) throw new Error(`There is no card ${slug}`)
  const columns = Object.keys(row)
  const db = new Database(file)
  db.exec(readFileSync('bench/express/schema.sql', 'utf8'))
  db.prepare(
    `insert into cards (${columns.join()}) values (${columns.map((name) => `@${name}`).join()})`,
  ).run(row)
  db.close()
}

// Express makes these three itself, of its own.
function headersOf(answer: Response) {
  const {
    'content-length': _,
    etag: __,
    date: ___,
    ...headers
  } = Object.fromEntries(answer.headers)
  return headers
}

// What a server makes when a card is saved or when it starts, not when it is asked for the page.
function assetsOf(slug: string, html: string) {
  const part = (pattern: RegExp) => pattern.exec(html)?.[1]
  return {
    script: part(/<script>(.*?)<\/script>/s),
    cards: {
      [slug]: {
        style: part(/<style>(.*)<\/style>/s),
        themeColor: part(/<meta name="theme-color" content="([^"]*)"/),
        colorScheme: part(/<meta name="color-scheme" content="([^"]*)"/),
        qr: part(/(<svg class="bc-qr".*?<\/svg>)/),
      },
    },
  }
}
