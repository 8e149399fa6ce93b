/** Finds a Chromium for the browser journeys, or installs one. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
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
  return present() ?? (install() ? present() : undefined)
}

function present(): string | undefined {
  return [...installed, chromium.executablePath()].find((path) => path && existsSync(path))
}

// In order: the system's own package where we may install it, then Playwright's download.
function install(): boolean {
  console.log('Installing Chromium for the browser journeys (once) …')
  const root = process.getuid?.() === 0
  const apt =
    root &&
    quietly('apt-get', ['update', '-qq']) &&
    quietly('apt-get', ['install', '-y', '-qq', 'chromium'])
  return apt || quietly('playwright', ['install', 'chromium'])
}

function quietly(command: string, args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'ignore', env }).status === 0
}
