/** Starts the baseline of the view benchmark in its own process, with one card. */
import { fork } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { publicOrigin, type Worker } from '../open-worker.ts'

type Options = { slug: string; port: number; response: Response }

/** `response` is our page of the same card; the baseline reuses its headers and static parts. */
export async function startBaseline(demo: Worker, { slug, port, response }: Options) {
  const folder = join(demo.folder, 'express')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await copyCard(demo, slug, join(folder, 'cards.sqlite'))
  const parts = { headers: headersOf(response), ...assetsOf(await response.text()) }
  writeFileSync(join(folder, 'parts.json'), JSON.stringify(parts))
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
  return { pid: child.pid ?? 0, [Symbol.dispose]: () => void child.kill() }
}

async function copyCard({ env }: Worker, slug: string, file: string) {
  const row = await env.DB.prepare(
    'select *, (select logo_tone from uploads where hash = substr(logo_url, 9, 64)) as logo_tone from business_cards where slug = ?',
  )
    .bind(slug)
    .first<Record<string, unknown>>()
  if (!row) throw new Error(`There is no card ${slug}`)
  const names = Object.keys(row)
  const db = new Database(file)
  db.exec(`create table cards (${names}, unique (slug))`)
  db.prepare(`insert into cards values (${names.map((name) => `@${name}`)})`).run(row)
  db.close()
}

function headersOf({ headers }: Response) {
  const setByExpress = ['content-length', 'etag', 'date']
  return Object.fromEntries([...headers].filter(([name]) => !setByExpress.includes(name)))
}

/** What stands before the first place of each icon in our page. */
const iconPlaces = {
  ...{ brand: 'bc-bar', shareSmall: 'data-act="share"', qr: 'data-act="qr"', save: 'bc-save' },
  ...{ phone: 'bc-lnk" href="tel:', mail: 'bc-lnk" href="mailto:' },
  ...{
    globe: 'data-act="website"',
    pin: 'href="#map"',
    copy: 'class="bc-copy',
    exchange: 'bc-tog"',
  },
  ...{ play: 'class="bc-play"', map: 'data-act="map"' },
}

// Parts that a server generates when it starts or a card is saved, not per request.
function assetsOf(html: string) {
  const part = (pattern: RegExp) => pattern.exec(html)?.[1]
  const body = html.slice(html.indexOf('<body'))
  const icons = Object.entries(iconPlaces).map(([name, before]) => {
    const [, icon] = new RegExp(`${before}.*?(<svg.*?</svg>)`, 's').exec(body) ?? []
    return [name, icon]
  })
  const socials = html.matchAll(
    /title="([^"]+)" data-act="social" data-id="(\w+)"[^>]*>(<svg.*?<\/svg>)/g,
  )
  const networks = Array.from(socials, ([, name, key = '', icon]) => [key, { name, icon }])
  const leftColumn = part(/ aria-label="Contact details">.*?<\/section>(.*?)<\/div><div><section/s)
  return {
    script: part(/<script>(.*?)<\/script>/s),
    icons: Object.fromEntries(icons),
    networks: Object.fromEntries(networks),
    style: part(/<style>(.*)<\/style>/s),
    themeColor: part(/<meta name="theme-color" content="([^"]*)"/),
    colorScheme: part(/<meta name="color-scheme" content="([^"]*)"/),
    words: part(/ data-words='([^']*)'/),
    qr: part(/(<svg class="bc-qr".*?<\/svg>)/),
    leftSections: (leftColumn?.split('<section').length ?? 1) - 1,
  }
}
