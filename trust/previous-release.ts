/** Runs the tests of the last release on the current schema. */
import { spawnSync } from 'node:child_process'
import type { Proof } from './proof.ts'

export function previousRelease(): Proof {
  const what = 'tests of the last release on the current schema'
  const { status, stdout } = spawnSync('node', ['scripts/previous-release.ts'], {
    encoding: 'utf8',
  })
  const note = stdout.trim().split('\n').at(-1)
  return { what, cases: 1, failures: status === 0 ? 0 : 1, note }
}
