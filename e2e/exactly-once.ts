/** Leads of booth mode that arrive exactly once and unchanged, whatever happens to the tab and the connection. */
import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Page,
  type Request,
  test,
} from '@playwright/test'
import { LeadForm } from '../schema/inbox/lead.ts'
import { newOwner } from './app.ts'
import {
  BoothTab,
  inboxOf,
  logStoring,
  Network,
  type NetworkMode,
  newEvent,
  person,
  rowOf,
} from './booth.ts'
import { leadsInDatabase } from './leads-in-database.ts'
import { origin } from './server.ts'
import { read } from './testing.ts'

type Given = { page: Page; admin: APIRequestContext; problems: string[] }

const modes: NetworkMode[] = ['refused', 'lost', 'overloaded', 'portal', 'open']

/**
 * Writes people down in booth mode. In the third quarter of them each window of `period` people has another failure of the
 * connection; with long windows the calls stay below the limit of 60 in ten minutes.
 */
export async function meetPeople({ page, admin, problems }: Given, total: number, period: number) {
  const { cardId } = await newOwner(page, admin)
  const event = await newEvent(page.request)
  const context = page.context()
  const foreign = foreignRequests(context)
  await logStoring(context)
  const network = new Network()
  await network.start(context)
  const people = Array.from({ length: total }, (_, at) => person(at))
  const [offline, unstable, together] = [
    people.slice(0, total / 2),
    people.slice(total / 2, total * 0.75),
    people.slice(total * 0.75),
  ]
  const tab = new BoothTab(context, `/capture?card=${cardId}&event=${event}`)
  const second = new BoothTab(context, `/capture?card=${cardId}&event=${event}`)

  await test.step('Open booth mode', async () => {
    await tab.open()
    await expect(tab.page.getByText('Also works without a connection.')).toBeVisible({
      timeout: 150_000,
    })
    await expect(tab.page.getByText('Robin Vale · Expo')).toBeVisible()
  })
  await test.step('Without a connection, the tab is killed while somebody types and while a lead is saved', async () => {
    await context.setOffline(true)
    for (const [at, one] of offline.entries()) await tab.meet(one, trouble(at))
    await expect(tab.page.getByText(`${total / 2} waiting.`)).toBeVisible()
    expect(await storedTexts(tab.page)).not.toMatch(/Lamp|buyer/)
  })
  await test.step('The response is lost, then the tab is killed while it waits for the next', async () => {
    network.mode = 'lost'
    await connect(tab)
    // Those of the call, up to 20, may be in the inbox, so they are not changed anymore.
    const changeable = tab.page.getByRole('button', { name: /^Edit/ })
    await expect(changeable).toHaveCount(Math.max(0, total / 2 - 20))
    network.mode = 'killed'
    const killed = new Promise<void>((resolve) => {
      network.kill = () => tab.kill().then(resolve)
    })
    await tab.page.reload().catch(() => {})
    await killed
    await context.setOffline(true)
    await tab.open()
    await expect(tab.page.getByText(`${total / 2} waiting.`)).toBeVisible()
  })
  await test.step('The connection comes and goes, and responses fail in every way', async () => {
    for (const [at, one] of unstable.entries()) {
      network.mode = modes[Math.floor(at / period) % modes.length] ?? 'open'
      if (at % period === 0) await connect(tab)
      if (at % period === Math.min(1, period - 1)) await context.setOffline(true)
      await tab.meet(one, at % 7 === 6 ? 'killed while saving' : 'none')
    }
    for (const mode of modes) expect(network.counts[mode], mode).toBeGreaterThan(0)
  })
  await test.step('Two tabs are open at once', async () => {
    await second.open()
    for (const [at, one] of together.entries()) {
      network.mode = Math.floor(at / period) % 2 === 0 ? 'lost' : 'open'
      if (at % period === 0) await context.setOffline(false)
      if (at % period === Math.min(1, period - 1)) await context.setOffline(true)
      await (at % 2 === 0 ? tab : second).meet(one, at % 5 === 4 ? 'killed while saving' : 'none')
    }
  })
  await test.step('With a connection, none waits in either tab', async () => {
    network.mode = 'open'
    await context.setOffline(false)
    for (const { page } of [tab, second])
      await expect(page.getByText('No leads waiting.')).toBeVisible({ timeout: 150_000 })
  })
  await test.step('The inbox has exactly these people, each once, as they were written down', async () => {
    const form = await read(context.request, `/api/business-cards/${cardId}/lead-form`)
    const { consent } = LeadForm.parse(form)
    expect(leadsInDatabase(cardId)).toEqual(people.map((one) => rowOf(one, consent)))
    const { entries } = await inboxOf(context.request, cardId)
    expect(entries[0]).toMatchObject({ event: 'Expo' })
    expect(foreign).toEqual([])
  })
  // The browser logs errors of its own for an offline page.
  problems.splice(0, problems.length, ...problems.filter((text) => !text.includes('ERR_')))
}

/** Ends the time without a connection, and waits until the call with what waits has ended: during one, none begins. */
async function connect({ page }: BoothTab) {
  const predicate = (call: Request) => call.url().endsWith('/api/leads/batch')
  const ended = Promise.race([
    page.waitForEvent('requestfinished', { predicate }),
    page.waitForEvent('requestfailed', { predicate }),
  ])
  await page.context().setOffline(false)
  await ended
}

function trouble(at: number) {
  if (at % 5 === 2) return 'killed while typing'
  return at % 4 === 3 ? 'killed while saving' : 'none'
}

/** Everything in the database of booth mode as text. */
function storedTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const open = indexedDB.open('capture')
    await new Promise((resolve) => open.addEventListener('success', resolve))
    const all = open.result.transaction('records').objectStore('records').getAll()
    await new Promise((resolve) => all.addEventListener('success', resolve))
    open.result.close()
    const records: { data: ArrayBuffer }[] = all.result
    return records.map(({ data }) => new TextDecoder('latin1').decode(data)).join('\n')
  })
}

function foreignRequests(context: BrowserContext): string[] {
  const urls: string[] = []
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== origin) urls.push(url.href)
  })
  return urls
}
