import { afterEach, expect, test, vi } from 'vitest'
import { makeCard, request, signIn } from '../testing/app.ts'
import { sendTiered, useTieredCache } from '../testing/tiered-read-path.ts'

vi.setConfig({ testTimeout: 1_500_000 })
const visits = 300

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const translations = ['es', 'ar', 'pt-BR', 'ja', 'zh-Hant']
const asked = ['', '', ...translations, 'en', 'PT-br', 'xx', '">', 'es-MX', 'zh-TW', 'x'.repeat(99)]
const accepted = ['', '*', 'es', 'fr', 'en-GB', 'ar-EG', 'pt-PT', 'zh-CN', 'zh-TW', 'ja;q=0.1']

type SendView = (path: string, headers: Record<string, string>) => Promise<Response>
const local: SendView = (path, headers) => request('GET', path, undefined, headers)
const tiered: SendView = (path, headers) => sendTiered(path, { headers })

test.each([
  ['local', local],
  ['tiered', tiered],
])('with the %s cache, no random visit gets the copy of another language', async (mode, send) => {
  const { place } = useTieredCache()
  const random = new Random(visits)
  const cards = await makeCards()
  let now = Date.now()
  for (let visit = 1; visit <= visits; visit += 1) {
    now += random.below(2000)
    vi.useFakeTimers({ toFake: ['Date'], now })
    place.dataCenter = random.of(['TXL', 'SYD'])
    const card = random.of(cards)
    if (random.below(12) === 0) await card.change(random, visit)
    const wishes = [random.of(asked), random.of(accepted)]
    const seen = await look(send, card.slug, wishes)
    const what = `visit ${visit} with ${wishes}: ${JSON.stringify(seen)}`
    expect(seen.name.split(' ')[0], what).toBe(seen.language)
    if (mode === 'local') {
      expect(seen.language, what).toBe(chosen(card.languages(), wishes))
      expect(seen.name, what).toBe(card.names.get(seen.language))
    } else {
      // A copy may be older than the last save, so that it leads to the next best language.
      expect(['en', ...wishes.map((wish) => chosen([seen.language], [wish]))], what).toContain(
        seen.language,
      )
    }
  }
})

/** What a page shows, and the languages that its headers offer. */
async function look(send: SendView, slug: string, [l = '', accept = '']: string[]) {
  const query = l && `?${new URLSearchParams({ l })}`
  const response = await send(`/view/${slug}${query}`, { 'Accept-Language': accept })
  const html = await response.text()
  const language = response.headers.get('Content-Language') ?? 'en'
  const [, name = ''] = />([^<]+)<\/h1>/.exec(html) ?? []
  const offered = (response.headers.get('Avail-Language') ?? 'en').replace(';d', '').split(', ')
  return { language, name, offered }
}

/** The language a visitor should get, written apart from the worker: by language, and for Chinese by script. */
function chosen(languages: string[], wishes: string[]): string | undefined {
  const kind = (tag: string) =>
    /^zh-(hant|tw)/i.test(tag) ? 'zh-Hant' : tag.toLowerCase().replace(/[-;].*$/, '')
  const found = wishes.flatMap((wish) => languages.find((tag) => kind(tag) === kind(wish)) ?? [])
  return found[0] ?? languages[0]
}

/** Four cards; each name says its language and the visit before which it was saved. */
async function makeCards() {
  let admin = await signIn(4)
  let saves = 1
  const cards = []
  for (const name of ['en 1', 'en 2', 'en 3', 'en 4']) {
    const { id, slug } = await makeCard({ name })
    const names = new Map([['en', name]])
    const change = async (random: Random, visit: number) => {
      const language = random.of(translations)
      const path = `/api/business-cards/${id}/locales/${language}`
      const isGone = names.has(language) && random.below(2) === 0
      if (isGone) names.delete(language)
      else names.set(language, `${language} ${visit}`)
      const fields = { name: names.get(language) }
      // One user may make 120 changes a minute.
      if (saves % 100 === 0) admin = await signIn(4)
      saves += 1
      const response = await (isGone
        ? admin.request('DELETE', path)
        : admin.request('PUT', path, { fields }))
      expect(response.status).toBeLessThan(300)
    }
    const languages = () => ['en', ...[...names.keys()].slice(1).sort()]
    cards.push({ slug, names, change, languages })
  }
  return cards
}

/** Numbers that are the same in each run. */
class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  below(limit: number): number {
    this.#state = (this.#state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((this.#state / 4_294_967_296) * limit)
  }

  of<T>(from: T[]): T {
    const found = from[this.below(from.length)]
    if (found === undefined) throw new Error('There is nothing to select')
    return found
  }
}
