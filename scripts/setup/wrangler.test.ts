import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SetupError, wranglerProgram } from './wrangler.ts'

test('wrangler runs as a program with its input and environment, and its output and status return', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'edgecard-'))
  const run = wranglerProgram(process.execPath, 'scripts/testing/wrangler-stand-in.ts')
  const env = { STAND_IN: folder }
  const put = ['secret', 'put', 'PEPPER', '--config', 'wrangler.toml']
  expect(await run(put, { input: 'value\n', env })).toEqual({
    status: 0,
    stdout: expect.stringContaining('Success! Uploaded secret PEPPER'),
    stderr: '',
  })
  const { workers } = JSON.parse(readFileSync(join(folder, 'account.json'), 'utf8'))
  expect(workers.edgecard.secrets).toEqual({ PEPPER: 'value' })
  expect(await run(['d2', 'create'], { env })).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('[ERROR] Unknown arguments: d2'),
  })
})

test('without wrangler there is an error in one sentence', () => {
  expect(() => wranglerProgram('/nowhere/wrangler')(['whoami'])).toThrow(SetupError)
})
