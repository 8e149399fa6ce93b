import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

function start(env: Record<string, string>) {
  const { status, stderr, stdout } = spawnSync('node', ['scripts/start.ts'], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { status, stderr: stderr.trim(), stdout }
}

function folder(): string {
  return mkdtempSync(join(tmpdir(), 'edgecard-'))
}

test('a data directory that cannot be created stops the start with one sentence', () => {
  expect(start({ DATA_DIR: '/dev/null/data' })).toEqual({
    status: 1,
    stderr:
      '/dev/null/data is not writable. Change its permissions, or set DATA_DIR to another directory.',
    stdout: '',
  })
})

test('a data directory left half-made stops the start with one sentence', () => {
  const DATA_DIR = folder()
  writeFileSync(join(DATA_DIR, 'state.json'), JSON.stringify({ stage: 'making', pepper: 'p' }))
  const { status, stderr } = start({ DATA_DIR })
  expect([status, stderr]).toEqual([
    1,
    `${DATA_DIR} is incomplete because an earlier start was interrupted. Delete it, or set DATA_DIR to another directory, and start again.`,
  ])
})

test('a directory with other files is left unchanged', () => {
  const DATA_DIR = folder()
  writeFileSync(join(DATA_DIR, 'thesis.txt'), 'years of work')
  const { status, stderr } = start({ DATA_DIR })
  expect([status, stderr]).toEqual([
    1,
    `${DATA_DIR} contains data that is not Edgecard's. Set DATA_DIR to another directory.`,
  ])
})

test('a second start on the same data stops with one sentence', () => {
  const DATA_DIR = folder()
  writeFileSync(join(DATA_DIR, 'state.json'), JSON.stringify({ stage: 'ready', pepper: 'p' }))
  writeFileSync(join(DATA_DIR, 'running'), String(process.pid))
  expect(start({ DATA_DIR }).stderr).toBe(
    `Edgecard is already running on ${DATA_DIR}. Stop it first.`,
  )
})

test('a port in use stops the start with one sentence, and does not affect the next start', async () => {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const DATA_DIR = folder()
  for (const time of ['first', 'second']) {
    const { status, stderr } = start({ DATA_DIR, PORT: String(port) })
    expect([status, stderr], time).toEqual([
      1,
      `Port ${port} is already in use. Stop the program that uses it, or set PORT to another port.`,
    ])
  }
  server.close()
})

const commands = [
  ...['start', 'test', 'deploy'],
  ...['dev', 'check', 'seed', 'bench', 'trust', 'fsck', 'events-replay', 'archive', 'reshard'],
  ...['create-admin', 'backup', 'restore', 'doctor', 'setup', 'smoke'],
]

// Each starts a process.
test.each(process.env.TRUST === 'whole' ? commands : commands.slice(0, 3))(
  '%s --help prints its usage',
  (script) => {
    const { status, stdout } = spawnSync('node', [`scripts/${script}.ts`, '--help'], {
      encoding: 'utf8',
    })
    expect([status, stdout.split('\n')[0]]).toEqual([
      0,
      expect.stringMatching(/^Usage: npm (run )?[\w:-]+/),
    ])
  },
)
