/** The engines that are installed. */
import { existsSync, globSync } from 'node:fs'

export type EngineName = 'Firefox' | 'WebKitGTK'

type Found = { name: EngineName; path: string } | { name: EngineName; missing: string }

/** Returns the path of each browser, or the Debian package that is missing. */
export function findEngines(): Found[] {
  return [findFirefox(), findWebkit()]
}

function findFirefox(): Found {
  const path = firstOf([
    process.env.FIREFOX_PATH,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ])
  return path ? { name: 'Firefox', path } : { name: 'Firefox', missing: 'firefox-esr' }
}

function findWebkit(): Found {
  const name = 'WebKitGTK'
  const [path] = globSync('/usr/{lib,libexec}/{,*/}webkit2gtk-4.*/MiniBrowser').sort().reverse()
  if (!path || !existsSync('/usr/bin/WebKitWebDriver'))
    return { name, missing: 'webkit2gtk-driver' }
  if (!process.env.DISPLAY && !existsSync('/usr/bin/Xvfb')) return { name, missing: 'xvfb' }
  return { name, path }
}

function firstOf(paths: (string | undefined)[]): string | undefined {
  return paths.find((path) => path && existsSync(path))
}
