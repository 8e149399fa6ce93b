/** Programs that tests need, from the packages of Debian. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Installs the packages, as root on Debian and its relatives; elsewhere system packages are up to the owner of the
 * machine. False if they could not be installed.
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
