/** Finds a Chromium for the browser journeys, or installs one. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

// Chromium without its window: the same engine, and the journeys take two thirds of the time.
const shell = '/usr/bin/chromium-headless-shell'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of an executable, `CHROMIUM_PATH` before any other; undefined when there is none and none could be installed. */
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

// As root on Debian or its like the system's own package; elsewhere that is for the owner of the machine to do.
async function fromDebian(): Promise<string | undefined> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium for the browser journeys (once) …')
  if (!(await ran('apt-get', ['update', '-qq']))) return undefined
  return (await ran('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell']))
    ? shell
    : undefined
}

async function fromRegistry(): Promise<string | undefined> {
  const folder = join(tmpdir(), 'edgecard-chromium')
  const install = ['install', '--no-save', '--prefix', folder, '@sparticuz/chromium@153.0.0']
  if (!(await ran('npm', install))) return undefined
  const print =
    "import('@sparticuz/chromium').then(async (m) => console.log(await m.default.executablePath()))"
  const path = await ran('node', ['-e', print], folder)
  return path && (await ran(path, ['--headless', '--no-sandbox', '--dump-dom', 'about:blank']))
    ? path
    : undefined
}

async function fromPlaywright(): Promise<string | undefined> {
  return (await ran('playwright', ['install', 'chromium'])) ? chromium.executablePath() : undefined
}

/** What it printed, a space when that is nothing; undefined when it failed. */
function ran(command: string, args: string[], cwd?: string): Promise<string | undefined> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return new Promise((resolve) => {
    execFile(command, args, { env, cwd }, (error, stdout) => {
      resolve(error ? undefined : stdout.trim() || ' ')
    })
  })
}
