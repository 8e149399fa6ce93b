/** The hostile server for browser proofs, and pages that tell which payload ran in them. */
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
  /** Of the owner of all of it, at level 5. */
  cookie: z.string(),
})
export type Hostile = z.infer<typeof Hostile>

/** What happened in a page and its frames since they were opened. */
export type Seen = {
  /** Of the payloads that ran, what they called themselves. */
  ran: Set<string>
  /** What the policy refused. */
  refused: string[]
  /** Attributes and addresses in the page that would run something. */
  odd: Set<string>
}

/** A server of its own, and a page that reports; started once for the tests of a file that do not run side by side. */
export const test = base.extend<{ seen: Seen }, { hostile: Hostile }>({
  hostile: [
    async ({ browserName: _ }, use) => {
      const server = spawn('node', ['trust/hostile-server.ts'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const lines = createInterface(server.stdout)
      const line = await new Promise<string>((resolve, reject) => {
        lines.on('line', (text) => text.startsWith('{') && resolve(text))
        server.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
      })
      await use(Hostile.parse(JSON.parse(line)))
      server.kill('SIGTERM')
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  seen: async ({ page }, use) => {
    const seen: Seen = { ran: new Set(), refused: [], odd: new Set() }
    await page.exposeFunction('tellRan', (mark: string) => void seen.ran.add(mark))
    await page.exposeFunction('tellRefused', (text: string) => void seen.refused.push(text))
    await page.addInitScript(listen)
    await use(seen)
  },
})

declare global {
  interface Window {
    hit: (mark: unknown) => void
    tellRan: (mark: string) => Promise<void>
    tellRefused: (text: string) => Promise<void>
  }
}

function listen() {
  // Told by what is called when an error is not caught, it stands among other words.
  window.hit = (mark) => void window.tellRan(/\d+/.exec(String(mark))?.[0] ?? '')
  document.addEventListener('securitypolicyviolation', (event) => {
    void window.tellRefused(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
  })
}

const perPage = 16

/** Opens the paths, so many at a time in frames of one page, and uses everything in them that could run something. */
export async function openAll(page: Page, seen: Seen, address: { proxy: string; paths: string[] }) {
  for (let start = 0; start < address.paths.length; start += perPage) {
    const some = address.paths.slice(start, start + perPage)
    const query = some.map((path) => `path=${encodeURIComponent(path)}`).join('&')
    await page.goto(`${address.proxy}/frames?${query}`)
    for (const odd of await pressAll(page)) seen.odd.add(odd)
  }
}

/** Uses everything in the page and its frames that could run something, and answers what of it there is. */
export async function pressAll(page: Page): Promise<string[]> {
  const found = await Promise.all(
    // A frame that a payload has led away is gone.
    page
      .frames()
      .map((frame) => Promise.race([frame.evaluate(pressEverything).catch(gone), late()])),
  )
  await page.waitForTimeout(50)
  return found.flat()
}

const gone = () => ['a frame that left']
const late = async () => {
  await new Promise((resolve) => setTimeout(resolve, 5000))
  return gone()
}

function pressEverything(): string[] {
  const script = /^[\s\u0000-\u0020]*(?:j[\s]*a[\s]*v[\s]*a[\s]*script|vbscript|data\s*:\s*text)/i
  const leads = /^(?:(?:xlink:)?href|src|srcdoc|action|formaction|data|poster|background)$/
  const odd: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    for (const { name, value } of [...element.attributes]) {
      const runs = name.startsWith('on')
      if (runs || (leads.test(name) && script.test(value)))
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

/** Tells `npm run trust` what this test tried, and how often. */
export function claim(what: string, cases: number, note?: string): void {
  const description = JSON.stringify({ what, cases, note })
  test.info().annotations.push({ type: 'proves', description })
}
