/** Programs that tests need, from the packages of Debian. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'

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
