/** `npm run previous-release`: runs the tests of the last release on the current schema. */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { previousReleaseArguments } from './arguments.ts'
import { exitWithError, startCommand } from './cli-exit.ts'

startCommand(`
Usage: npm run previous-release [-- --from REF] [NAME ...]

Checks out the latest tag v* (or the given commit) into a temporary folder, replaces its migrations with the current ones,
and runs its worker tests: the previous release must work on the new schema so that a deployment can be rolled back.
With names, runs only the test files whose name contains one of them.
`)

const { names, from } = previousReleaseArguments()
const tag = from || newestTag()
if (!tag) {
  console.log('There is no tag v* yet, so there is no release to test.')
  process.exit(0)
}
const folder = mkdtempSync(join(tmpdir(), 'edgecard-previous-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
checkOut(tag)
console.log(`Testing ${tag} on the current schema …`)
const { status } = spawnSync('vitest', ['run', '--project', 'worker', ...names], {
  cwd: folder,
  stdio: 'inherit',
  env: {
    ...process.env,
    PWD: folder,
    PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
  },
})
console.log(
  status === 0
    ? `${tag} works on the current schema.`
    : `${tag} does not work on the current schema.`,
)
process.exitCode = status ?? 1

function newestTag(): string {
  const { stdout } = git(['describe', '--tags', '--match', 'v*', '--abbrev=0', 'HEAD^'])
  return stdout.trim()
}

function checkOut(ref: string) {
  const packed = spawnSync('git', ['archive', ref], { maxBuffer: 1e9 })
  if (packed.status !== 0) exitWithError(`${ref} is not a commit in this checkout.`)
  spawnSync('tar', ['-x', '-C', folder], { input: packed.stdout })
  rmSync(join(folder, 'schema/migrations'), { recursive: true })
  cpSync('schema/migrations', join(folder, 'schema/migrations'), { recursive: true })
  const lock = 'package-lock.json'
  if (readFileSync(lock, 'utf8') === readFileSync(join(folder, lock), 'utf8'))
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  else spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  // The static file tests need the directory; its content is covered by other tests.
  if (!existsSync(join(folder, 'dist/client')))
    mkdirSync(join(folder, 'dist/client'), { recursive: true })
  if (existsSync('dist/client'))
    cpSync('dist/client', join(folder, 'dist/client'), { recursive: true })
}

function git(args: string[]) {
  return spawnSync('git', args, { encoding: 'utf8' })
}
