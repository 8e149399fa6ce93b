/** WebKitGTK's MiniBrowser, over WebDriver. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { Builder, By, Capabilities, Key, until, type WebDriver } from 'selenium-webdriver'
import { type Engine, sizes, type Visitor, type VisitorOptions, waitMs } from './visitor.ts'

// Root in a container has no GPU and no namespaces for the sandbox.
const env = {
  LIBGL_ALWAYS_SOFTWARE: '1',
  NO_AT_BRIDGE: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
}

/** Starts a display, unless there is one, and the driver of this MiniBrowser. A driver has one session at a time. */
export async function startWebkit(binary: string): Promise<Engine> {
  const display = process.env.DISPLAY ? undefined : await startDisplay()
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, ...env, ...(display && { DISPLAY: display.name }) },
  })
  const server = `http://127.0.0.1:${port}`
  await untilReady(driver, `${server}/status`)
  return {
    newVisitor: async (options) => {
      const session = await startSession(server, binary, options)
      return visitorOf(session, options.origin)
    },
    close: async () => {
      driver.kill()
      display?.process.kill()
    },
  }
}

async function startDisplay() {
  // With `-displayfd` the server chooses a free number and writes it to the pipe.
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [number] = await once(server.stdio[3] ?? server, 'data')
  return { process: server, name: `:${String(number).trim()}` }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

async function untilReady(driver: ChildProcess, url: string): Promise<void> {
  while (driver.exitCode === null) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('WebKitWebDriver does not start.')
}

async function startSession(
  server: string,
  binary: string,
  { size }: VisitorOptions,
): Promise<WebDriver> {
  const driver = await new Builder()
    .usingServer(server)
    .withCapabilities(
      new Capabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      }),
    )
    .build()
  await driver.manage().window().setRect(sizes[size])
  return driver
}

function visitorOf(driver: WebDriver, origin: string): Visitor {
  return {
    open: (path) => driver.get(new URL(path, origin).href),
    click: (selector) => retry(async () => (await visible(driver, selector)).click()),
    fill: (selector, text) =>
      retry(async () => {
        const field = await visible(driver, selector)
        await field.clear()
        await field.sendKeys(text)
      }),
    press: (key) =>
      driver
        .actions()
        .sendKeys({ Enter: Key.ENTER, Escape: Key.ESCAPE, ArrowRight: Key.ARROW_RIGHT }[key])
        .perform(),
    upload: async (selector, path) => driver.findElement(by(selector)).sendKeys(path),
    run: async (body) => {
      const script = `const done = arguments[0]; (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }))`
      const answer: { value?: unknown; error?: string } = await driver.executeAsyncScript(script)
      if (answer.error) throw new Error(answer.error)
      return answer.value
    },
    screenshot: async () => {
      // The driver waits for the next frame, and an idle page draws none.
      await driver.executeScript(keepDrawing)
      const picture = await driver.takeScreenshot()
      await driver.executeScript('window.drawing.cancel()')
      return Buffer.from(picture, 'base64')
    },
    close: () => driver.quit(),
  }
}

// Invisible: from one opacity that looks full to another.
const keepDrawing = `window.drawing = document.documentElement.animate(
  { opacity: [0.999, 1] }, { duration: 1000, iterations: Infinity })`

/** Returns the first visible element, in the middle of the window, where nothing sticky covers it. */
async function visible(driver: WebDriver, selector: string) {
  await driver.wait(until.elementLocated(by(selector)), waitMs)
  for (const element of await driver.findElements(by(selector))) {
    if (!(await element.isDisplayed())) continue
    await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', element)
    return element
  }
  throw new Error(`Nothing visible matches ${selector}`)
}

/** Repeats an action while its element is still missing, moving or replaced. */
async function retry<T>(action: () => Promise<T>): Promise<T> {
  const end = Date.now() + waitMs
  for (;;) {
    try {
      return await action()
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}

function by(selector: string): By {
  return selector.startsWith('//') ? By.xpath(selector) : By.css(selector)
}
