/** Finds a Chromium for the browser journeys, or installs one. */
import { spawnSync } from 'node:child_process'
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
export function findChromium(): string | undefined {
  return (
    firstOf([process.env.CHROMIUM_PATH, shell]) ??
    fromDebian() ??
    firstOf([...installed, chromium.executablePath()]) ??
    fromRegistry() ??
    fromPlaywright()
  )
}

function firstOf(paths: (string | undefined)[]): string | undefined {
  return paths.find((path) => path && existsSync(path))
}

// As root on Debian or its like the system's own package; elsewhere that is for the owner of the machine to do.
function fromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.log('Installing Chromium for the browser journeys (once) …')
  if (!ran('apt-get', ['update', '-qq'])) return undefined
  return ran('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell']) ? shell : undefined
}

function fromRegistry(): string | undefined {
  const folder = join(tmpdir(), 'edgecard-chromium')
  if (!ran('npm', ['install', '--no-save', '--prefix', folder, '@sparticuz/chromium@153.0.0']))
    return undefined
  const print =
    "import('@sparticuz/chromium').then(async (m) => console.log(await m.default.executablePath()))"
  const { status, stdout } = spawnSync('node', ['-e', print], { cwd: folder, encoding: 'utf8' })
  const path = stdout.trim()
  return status === 0 && ran(path, ['--headless', '--no-sandbox', '--dump-dom', 'about:blank'])
    ? path
    : undefined
}

function fromPlaywright(): string | undefined {
  return ran('playwright', ['install', 'chromium']) ? chromium.executablePath() : undefined
}

function ran(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'ignore', env }).status === 0
}
