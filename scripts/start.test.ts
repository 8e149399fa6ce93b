import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { claimDataDir, openDataDir } from './local/data-dir.ts'

/** A new data directory, which the environment names. */
function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'edgecard-'))
  vi.stubEnv('DATA_DIR', folder)
  return folder
}

test('a data directory that cannot be created is refused', () => {
  vi.stubEnv('DATA_DIR', '/dev/null/data')
  expect(openDataDir).toThrow(
    '/dev/null/data is not writable. Change its permissions, or set DATA_DIR to another directory.',
  )
})

test('a data directory left half-made is refused', () => {
  const folder = makeDataDir()
  writeFileSync(join(folder, 'state.json'), JSON.stringify({ stage: 'making', pepper: 'p' }))
  expect(openDataDir).toThrow(
    `${folder} is incomplete because an earlier start was interrupted. Delete it, or set DATA_DIR to another directory, and start again.`,
  )
})

test('a data directory with a damaged state is refused', () => {
  const folder = makeDataDir()
  writeFileSync(join(folder, 'state.json'), '{')
  expect(openDataDir).toThrow(`${join(folder, 'state.json')} cannot be read. Delete ${folder}, or`)
})

test('a directory with other files is refused', () => {
  const folder = makeDataDir()
  writeFileSync(join(folder, 'thesis.txt'), 'years of work')
  expect(openDataDir).toThrow(
    `${folder} contains data that is not Edgecard's. Set DATA_DIR to another directory.`,
  )
})

test('a data directory that another process uses is refused', () => {
  const folder = makeDataDir()
  writeFileSync(join(folder, 'running'), String(process.ppid))
  expect(claimDataDir).toThrow(`Edgecard is already running on ${folder}. Stop it first.`)
})

test('a port in use stops the start with one sentence, and does not affect the next start', async () => {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const folder = makeDataDir()
  const env = { ...process.env, PORT: String(port) }
  const args = ['scripts/start.ts']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  server.close()
  expect([status, stdout, stderr]).toEqual([
    1,
    '',
    `Port ${port} is already in use. Stop the program that uses it, or set PORT to another port.\n`,
  ])
  expect(openDataDir()).toMatchObject({ stage: 'making' })
  expect(existsSync(join(folder, 'running'))).toBe(false)
})
