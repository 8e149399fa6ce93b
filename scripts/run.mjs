// Entry point of every npm script, in plain JavaScript, as it runs on any Node from 20 before packages are installed.
// Installs the packages of the lock file if needed, then runs the script with the project's own Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')
const stamp = join(root, 'node_modules', '.installed')
const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')

process.chdir(root)
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) install()
run(process.argv[2] ?? '', process.argv.slice(3))

// Install scripts are off except for the package `node`, which downloads the project's Node.
function install() {
  console.log('Installing packages (once, about a minute) …')
  npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  npm(['rebuild', 'node', '--foreground-scripts=false'])
  writeFileSync(stamp, lock)
}

function npm(args) {
  const windows = process.platform === 'win32'
  const result = spawnSync(windows ? 'npm.cmd' : 'npm', [...args, '--loglevel=error'], {
    encoding: 'utf8',
    shell: windows,
  })
  if (result.status === 0) return
  const reason = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|network/i.test(
    result.stderr ?? '',
  )
    ? 'the package registry is unreachable. Check your network and try again.'
    : `npm ${args[0]} failed: ${(result.stderr ?? '').trim().split('\n')[0] || 'no reason given'}`
  console.error(`The packages could not be installed: ${reason}`)
  process.exit(1)
}

function run(script, args) {
  const env = {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_LOG: 'error',
    // Saves a quarter of the startup time.
    NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
  }
  const child = spawn(join(bin, 'node'), [join('scripts', `${script}.ts`), ...args], {
    stdio: 'inherit',
    env,
  })
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => signal === 'SIGTERM' && child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
