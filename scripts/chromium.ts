/** Finds a Chromium for the browser journeys, or installs one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const installed = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of an executable; undefined when there is none and none could be installed. */
export function findChromium(): string | undefined {
  const found = [...installed, chromium.executablePath()].find((path) => path && existsSync(path))
  return found ?? install()
}

// The system's own package where we may install it, else a build that the package registry has, else Playwright's download.
function install(): string | undefined {
  console.log('Installing Chromium for the browser journeys (once) …')
  return fromDebian() ?? fromRegistry() ?? fromPlaywright()
}

function fromDebian(): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  const ready =
    ran('apt-get', ['update', '-qq']) && ran('apt-get', ['install', '-y', '-qq', 'chromium'])
  return ready ? '/usr/bin/chromium' : undefined
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
