/** Firefox from the distribution, over WebDriver BiDi. Its other driver, geckodriver, has no Debian package. */
import { launch, type Page } from 'puppeteer-core'
import { type Engine, sizes, type Visitor, type VisitorOptions, waitMs } from './visitor.ts'

/** Starts Firefox from this path. */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
  })
  return {
    newVisitor: async ({ origin, size }: VisitorOptions) => {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      page.setDefaultTimeout(waitMs)
      await page.setViewport(sizes[size])
      return visitorOf(page, origin)
    },
    close: () => browser.close(),
  }
}

function visitorOf(page: Page, origin: string): Visitor {
  return {
    open: async (path) => void (await page.goto(new URL(path, origin).href)),
    click: (selector) => page.locator(toPuppeteer(selector)).click(),
    fill: (selector, text) => page.locator(toPuppeteer(selector)).fill(text),
    press: (key) => page.keyboard.press(key),
    upload: async (selector, path) => {
      const input = await (await page.waitForSelector(selector))?.toElement('input')
      await input?.uploadFile(path)
    },
    run: (body) => page.evaluate(`(async () => { ${body} })()`),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => page.browserContext().close(),
  }
}

function toPuppeteer(selector: string): string {
  return selector.startsWith('//') ? `::-p-xpath(${selector})` : selector
}
