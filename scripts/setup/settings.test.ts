import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAnswers, toSettings } from './settings.ts'

const configFile = join(mkdtempSync(join(tmpdir(), 'edgecard-')), 'wrangler.toml')
copyFileSync('wrangler.toml', configFile)

test.each([
  [[], 'Add --cloudflare to set up a Cloudflare account. See --help.'],
  [['--cloudflare', 'now'], "Unexpected argument 'now'. See --help."],
  [['--cloudflare', '--mail', 'a@b.test'], "Unknown option '--mail'. See --help."],
  [['--cloudflare', '--email'], "Option '--email <value>' argument missing. See --help."],
  [['--cloudflare', '--email', 'nobody'], 'The email address of the administrator is not valid.'],
  [['--cloudflare', '--username', 'ab'], 'Username must be at least 3 characters.'],
  [['--cloudflare', '--domain', 'https://cards.acme.test'], /^The domain must be a host name/],
  [['--cloudflare', '--domain', 'localhost'], /^The domain must be a host name/],
  [['--cloudflare', '--domain', 'cards.example.com'], /^The domain must be your own/],
  [['--cloudflare', '--domain', 'x.workers.dev'], /^The domain must be your own/],
  [['--cloudflare', '--jurisdiction', 'mars'], 'The jurisdiction must be eu, us, fedramp or none.'],
  [['--cloudflare', '--location', 'eu'], /^The location must be weur, /],
  [
    ['--cloudflare', '--location', 'weur', '--jurisdiction', 'eu'],
    /^Give either --jurisdiction or --location/,
  ],
  [['--cloudflare', '--env', 'moon'], 'wrangler.toml has no environment of this name.'],
])('%j is refused with one sentence', async (args, sentence) => {
  await expect(readAnswers(args, configFile)).rejects.toThrow(sentence)
})

async function settingsOf(...args: string[]) {
  return toSettings(await readAnswers(['--cloudflare', '--email', 'a@b.test', ...args], configFile))
}

test('data is kept in the EU unless another place is chosen', async () => {
  expect(await settingsOf()).toMatchObject({ place: { jurisdiction: 'eu' }, username: 'admin' })
  expect(await settingsOf('--jurisdiction', 'us')).toMatchObject({ place: { jurisdiction: 'us' } })
  expect(await settingsOf('--jurisdiction', 'none')).toMatchObject({ place: {} })
  expect(await settingsOf('--location', 'oc')).toMatchObject({ place: { location: 'oc' } })
})

test('a later run keeps the place of the first', async () => {
  const toml = readFileSync('wrangler.toml', 'utf8')
  writeFileSync(configFile, toml.replace(/(?=bucket_name = )/, 'jurisdiction = "us"\n'))
  expect(await settingsOf()).toMatchObject({ place: { jurisdiction: 'us' } })
  writeFileSync(configFile, toml.replace(/database_id = "0/, 'database_id = "6f'))
  expect(await settingsOf()).toMatchObject({ place: { jurisdiction: undefined } })
  copyFileSync('wrangler.toml', configFile)
})

test('the address of the administrator is needed', async () => {
  const answers = await readAnswers(['--cloudflare', '--yes'], configFile)
  expect(() => toSettings(answers)).toThrow('Add --email with the address of the administrator.')
})
