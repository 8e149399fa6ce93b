/** Section 6: backups made, cut off and restored; secrets rotated, a lost administrator let in; the last release on the schema of now. */
import { spawnSync } from 'node:child_process'
import type { Proof } from './proof.ts'
import { provenBy } from './proven.ts'

export async function prove(): Promise<Proof[]> {
  const worker = ['worker/ops/backup/backup.test.ts', 'worker/platform/peppers.test.ts']
  const plain = ['scripts/operate.test.ts', 'scripts/create-admin.test.ts']
  return [
    ...(await provenBy('worker', 'backups restored equal, peppers rotated', worker)),
    ...(await provenBy(
      'plain',
      'commands of docs/operate.md known, an administrator let in',
      plain,
    )),
    previousRelease(),
  ]
}

function previousRelease(): Proof {
  const what = 'tests of the last release on the schema of now'
  const { status, stdout } = spawnSync('node', ['scripts/previous-release.ts'], {
    encoding: 'utf8',
  })
  const last = stdout.trim().split('\n').at(-1)
  return { what, cases: 1, failures: status === 0 ? 0 : 1, note: last }
}
