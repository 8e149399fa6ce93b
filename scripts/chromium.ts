/** Finds or installs Chromium and other programs that tests need. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

// The headless shell: the same engine, and the tests take two thirds of the time.
const shell = '/usr/bin/chromium-headless-shell'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the path of an executable, preferring `CHROMIUM_PATH`; undefined if none exists or can be installed. */
export async function findChromium(): Promise<string | undefined> {
  return (
    firstOf([process.env.CHROMIUM_PATH, shell]) ??
    (await fromDebian()) ??
    firstOf([...installed, chromium.executablePath()]) ??
    (await fromRegistry()) ??
    fromPlaywright()
  )
}

function firstOf(paths: (string | undefined)[]): string | undefined {
  return paths.find((path) => path && existsSync(path))
}

async function fromDebian(): Promise<string | undefined> {
  return (await installPackages('chromium-headless-shell')) ? shell : undefined
}

async function fromRegistry(): Promise<string | undefined> {
  const folder = join(tmpdir(), 'edgecard-chromium')
  const install = ['install', '--no-save', '--prefix', folder, '@sparticuz/chromium@153.0.0']
  if (!(await outputOf('npm', install))) return undefined
  const script =
    "import('@sparticuz/chromium').then(async (m) => console.log(await m.default.executablePath()))"
  const path = await outputOf('node', ['-e', script], folder)
  return path && (await outputOf(path, ['--headless', '--no-sandbox', '--dump-dom', 'about:blank']))
    ? path
    : undefined
}

async function fromPlaywright(): Promise<string | undefined> {
  return (await outputOf('playwright', ['install', 'chromium']))
    ? chromium.executablePath()
    : undefined
}

/** Returns the output of a command, a space if it is empty; undefined if it failed. */
function outputOf(command: string, args: string[], cwd?: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd }, (error, stdout) => {
      resolve(error ? undefined : stdout.trim() || ' ')
    })
  })
}

/**
 * Installs the packages if this is root on Debian or a relative. Returns false elsewhere, where the owner of the machine
 * installs them, and when the installation fails.
 */
export async function installPackages(...names: string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${names.join(', ')} (once) …`)
  return (await aptGet('update')) && (await aptGet('install', '-y', ...names))
}

function aptGet(...args: string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return new Promise((resolve) => {
    execFile('/usr/bin/apt-get', ['-qq', ...args], { env }, (error) => resolve(!error))
  })
}
