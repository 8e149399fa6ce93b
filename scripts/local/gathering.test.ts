/** On the runtime itself: in vitest, awaiting a promise of another request that has ended works. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundle } from '../../bench/open-worker.ts'
import { startRuntime } from './runtime.ts'

async function openWorker() {
  const scratch = mkdtempSync(join(tmpdir(), 'edgecard-gathering-'))
  const script = await bundle('worker/testing/gathering-entry.ts', join(scratch, 'bundle'))
  const { miniflare, url } = await startRuntime({
    dataDir: scratch,
    vars: { PEPPER: 'test' },
    worker: { script },
  })
  onTestFinished(async () => {
    await miniflare.dispose()
    rmSync(scratch, { recursive: true, force: true })
  })
  return (path: string) => fetch(new URL(path, url)).then((response) => response.json())
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
// A worker that awaits the promise of another request is answered after `sentTimeoutMs`, 6.3 s.
const tooLate = () => pause(6000)
const times = (count: number, work: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, work))

test('a save that shares a message with a view is answered once it is sent, whichever request sends it', async () => {
  const post = await openWorker()
  // The views' requests end before the window does, so none of them sends the message.
  await times(10, () => post('/view-that-ends'))
  const saves = times(5, () => post('/save'))
  await pause(600)
  await post('/view')
  expect(await Promise.race([saves, tooLate()])).toEqual(Array(5).fill(true))
  // The views' requests send the message, and end then.
  for (let round = 0; round < 5; round += 1) {
    const accepted = Promise.all([times(5, () => post('/view')), times(5, () => post('/save'))])
    expect(await Promise.race([accepted, tooLate()])).toEqual(Array(2).fill(Array(5).fill(true)))
  }
})
