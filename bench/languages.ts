/** A card in six languages against the same card in one: bytes, cached views, and views from a miss. */
import { brotliCompressSync, constants } from 'node:zlib'
import { openDemo } from './demo.ts'
import { cpuSeconds, findWorkerd, load } from './load.ts'
import { type Figure, median, spread } from './table.ts'
import type { Task } from './view-worker.ts'
import { openWorker } from './worker.ts'

const [one, six] = ['ada', 'ada-in-six-languages']
const translations = ['es', 'de', 'fr', 'ar', 'ja']
const port = 8793
const rounds = 5
const seconds = 5

export async function benchLanguages(): Promise<Figure[]> {
  const demo = await openDemoInSixLanguages(port)
  const pages = await Promise.all([one, six].map((slug) => page(demo.url, `/view/${slug}?l=en`)))
  const translated = await Promise.all(
    translations.map((language) => page(demo.url, `/view/${six}?l=${language}`)),
  )
  const cached = await cachedViews()
  await demo.close()
  const worker = await openWorker<number>('bench/view-worker.ts', { folder: demo.folder })
  const figures = [weights(pages, translated), cached, await calls(worker), await misses(worker)]
  await worker.close()
  return figures
}

/** The demo data with a copy of a card in six languages, at `/view/ada-in-six-languages`. */
export async function openDemoInSixLanguages(directPort?: number) {
  const demo = await openDemo({ folder: 'test-results/bench-languages', directPort })
  await copyInSixLanguages(demo.env.DB)
  return demo
}

/** Copies the card, and adds its own texts as translations into five languages. */
async function copyInSixLanguages(db: D1Database) {
  await db.prepare('delete from business_cards where slug = ?').bind(six).run()
  const { results } = await db
    .prepare(
      "select name from pragma_table_info('business_cards') where name not in ('id', 'slug', 'uid')",
    )
    .all<{ name: string }>()
  const columns = results.map(({ name }) => name).join()
  await db
    .prepare(
      `insert into business_cards (slug, uid, ${columns}) select ?, ?, ${columns} from business_cards where slug = ?`,
    )
    .bind(six, crypto.randomUUID(), one)
    .run()
  const texts = `json_object('name', name, 'title', title, 'company', company, 'address', address,
    'about', customizations ->> '$.about', 'consent', form_config ->> '$.consent', 'thanks', form_config ->> '$.thanks')`
  for (const language of translations)
    await db
      .prepare(
        `insert into card_locales (card_id, locale, fields) select id, ?, ${texts} from business_cards where slug = ?`,
      )
      .bind(language, six)
      .run()
}

async function page(origin: URL, path: string): Promise<number> {
  const html = await (await fetch(new URL(path, origin))).text()
  return brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}

function weights([ofOne = 0, ofSix = 0]: number[], translated: number[]): Figure {
  const worst = Math.max(ofSix, ...translated)
  return {
    what: 'card in six languages: HTML with inline CSS and script, in the heaviest language',
    measured: `${(worst / 1000).toFixed(2)} kB`,
    target: 'at most 13 kB',
    met: worst <= 13_000,
    note: `brotli 5; in English ${ofSix} bytes, the same card in one language ${ofOne}; ${translations.map((language, index) => `${language} ${translated[index]}`).join(', ')}`,
  }
}

async function cachedViews(): Promise<Figure> {
  const workerd = findWorkerd()
  const runs: Record<string, number[]> = { [one]: [], [six]: [] }
  const view = (slug: string) => `http://127.0.0.1:${port}/view/${slug}`
  for (const slug of [one, six]) await load(view(slug), workerd, 2)
  for (let round = 0; round < rounds; round += 1)
    for (const slug of [one, six])
      runs[slug]?.push((await load(view(slug), workerd, seconds)).perCpuSecond)
  const [ofOne = [], ofSix = []] = [runs[one], runs[six]]
  const ratio = median(ofSix) / median(ofOne)
  return {
    what: 'cached view of a card in six languages: requests per CPU-second, times the same card in one',
    measured: `${ratio.toFixed(2)}x`,
    target: 'at least 0.9x',
    met: ratio >= 0.9,
    note: `six ${spread(ofSix)}, one ${spread(ofOne)}; ${rounds} alternating runs of ${seconds} s, 40 keep-alive connections`,
  }
}

type Worker = Awaited<ReturnType<typeof openWorker<number>>>

async function calls({ ask, url }: Worker): Promise<Figure> {
  const counted = () => ask({ slugs: [], times: 0, d1: 'memory' } satisfies Task)
  const before = await counted()
  const each: number[] = []
  for (const language of ['en', ...translations]) {
    const start = await counted()
    await (await fetch(new URL(`/view/${six}?l=${language}`, url))).text()
    each.push((await counted()) - start)
  }
  return {
    what: 'view from a miss of a card in six languages: remote calls',
    measured: String(Math.max(...each)),
    target: '1',
    met: Math.max(...each) === 1,
    note: `calls of every binding; ${each.join(', ')} for en, ${translations.join(', ')}; ${before} before`,
  }
}

async function misses(worker: Worker): Promise<Figure> {
  const times: Record<string, number[]> = { [one]: [], [six]: [] }
  for (let warmup = 0; warmup < 3; warmup += 1)
    for (const slug of [one, six]) await timeOfAMiss(worker, slug)
  for (let round = 0; round < rounds; round += 1)
    for (const slug of [one, six]) times[slug]?.push(await timeOfAMiss(worker, slug))
  const [ofOne = [], ofSix = []] = [times[one], times[six]]
  const ratio = median(ofSix) / median(ofOne)
  return {
    what: 'view from a miss of a card in six languages: processor time, times the same card in one',
    measured: `${ratio.toFixed(2)}x`,
    target: 'at most 1.2x',
    met: ratio <= 1.2,
    note: `six ${spread(ofSix, 2)} ms, one ${spread(ofOne, 2)} ms, D1 answering from memory; ${rounds} alternating rounds of 2,000 pages`,
  }
}

async function timeOfAMiss({ ask, pid }: Worker, slug: string): Promise<number> {
  const before = cpuSeconds(pid)
  await ask({ slugs: [slug], times: 2000, d1: 'memory' } satisfies Task)
  return ((cpuSeconds(pid) - before) * 1000) / 2000
}
