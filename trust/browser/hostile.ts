/** Playwright fixtures: the hostile server, and a page that reports which payloads ran in it. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { test as base, type Page } from '@playwright/test'
import * as z from 'zod/mini'

const Hostile = z.object({
  proxies: z.object({
    both: z.string(),
    escaping: z.string(),
    policy: z.string(),
    none: z.string(),
  }),
  ids: z.record(z.string(), z.number()),
  places: z.number(),
  /** Session of the level 5 user who owns the cards. */
  cookie: z.string(),
})
export type Hostile = z.infer<typeof Hostile>

/** What happened in a page and its frames during one test. */
export type Seen = {
  /** Ids of the payloads that ran. */
  ran: Set<string>
  /** Violations that the Content-Security-Policy blocked. */
  blocked: string[]
  /** Attributes and URLs that could run code. */
  odd: Set<string>
}

/** `hostile` is one server per Playwright worker; `seen` records what happens in `page`. */
export const test = base.extend<{ seen: Seen }, { hostile: Hostile }>({
  hostile: [
    async ({ browserName: _ }, use) => {
      const server = spawn('node', ['trust/hostile-server.ts'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const lines = createInterface(server.stdout)
      const line = await new Promise<string>((resolve, reject) => {
        lines.on('line', (text) => text.startsWith('{') && resolve(text))
        server.once('exit', (code) => reject(new Error(`The server exited with ${code}`)))
      })
      await use(Hostile.parse(JSON.parse(line)))
      server.kill('SIGTERM')
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  seen: async ({ page }, use) => {
    const seen: Seen = { ran: new Set(), blocked: [], odd: new Set() }
    await page.exposeFunction('reportRan', (mark: string) => void seen.ran.add(mark))
    await page.exposeFunction('reportBlocked', (text: string) => void seen.blocked.push(text))
    await page.addInitScript(listen)
    await use(seen)
  },
})

declare global {
  interface Window {
    hit: (mark: unknown) => void
    reportRan: (mark: string) => Promise<void>
    reportBlocked: (text: string) => Promise<void>
  }
}

function listen() {
  // Called as `onerror`, it gets a message that contains the id.
  window.hit = (mark) => void window.reportRan(/\d+/.exec(String(mark))?.[0] ?? '')
  document.addEventListener('securitypolicyviolation', (event) => {
    void window.reportBlocked(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
  })
}

const perPage = 16

/** Opens the paths, 16 at a time, in frames of one page, and activates every element that could run code. */
export async function openAll(page: Page, seen: Seen, address: { proxy: string; paths: string[] }) {
  for (let start = 0; start < address.paths.length; start += perPage) {
    const some = address.paths.slice(start, start + perPage)
    const query = some.map((path) => `path=${encodeURIComponent(path)}`).join('&')
    await page.goto(`${address.proxy}/frames?${query}`)
    for (const odd of await pressAll(page)) seen.odd.add(odd)
  }
}

/** Activates every element of the page and its frames that could run code, and returns what it found. */
export async function pressAll(page: Page): Promise<string[]> {
  const found = await Promise.all(
    page
      .frames()
      // Fails in a frame that a payload has navigated away.
      .map((frame) => Promise.race([frame.evaluate(pressEverything).catch(gone), timeout()])),
  )
  await page.waitForTimeout(50)
  return found.flat()
}

const gone = () => ['a frame that left']
const timeout = async () => {
  await new Promise((resolve) => setTimeout(resolve, 5000))
  return gone()
}

function pressEverything(): string[] {
  const script = /^[\s\u0000-\u0020]*(?:j[\s]*a[\s]*v[\s]*a[\s]*script|vbscript|data\s*:\s*text)/i
  const urlAttribute = /^(?:(?:xlink:)?href|src|srcdoc|action|formaction|data|poster|background)$/
  const odd: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    for (const { name, value } of [...element.attributes]) {
      const runs = name.startsWith('on')
      if (runs || (urlAttribute.test(name) && script.test(value)))
        odd.push(`${element.localName} ${name}=${value}`)
      if (runs) element.dispatchEvent(new Event(name.slice(2)))
      else if (odd.at(-1)?.endsWith(`=${value}`)) press(element)
    }
    if (element.matches('.leaflet-marker-icon')) press(element)
  }
  return odd

  function press(element: HTMLElement) {
    element.removeAttribute('target')
    const link = element.closest('a') ?? element
    const button = element.querySelector('button')
    for (const one of [link, button])
      one?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  }
}

/** Reports to `npm run trust` what this test tested, and with how many cases. */
export function claim(what: string, cases: number, note?: string): void {
  const description = JSON.stringify({ what, cases, note })
  test.info().annotations.push({ type: 'proves', description })
}
