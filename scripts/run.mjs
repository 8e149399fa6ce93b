// Runs every npm script; plain JavaScript, because it runs on any Node from 20 before anything is installed.
// It installs what the lock file names, if that has not been done, and hands over to the project's own Node.
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

// Install scripts stay off, but for the one package that is nothing without its own: the project's Node.
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
    ? 'the package registry cannot be reached; check the network and start again.'
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
    // A quarter of what a command takes to begin.
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
