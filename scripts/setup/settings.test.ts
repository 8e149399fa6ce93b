import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAnswers, toSettings } from './settings.ts'

const configFile = join(mkdtempSync(join(tmpdir(), 'edgecard-')), 'wrangler.toml')
copyFileSync('wrangler.toml', configFile)

test.each([
  [[], 'Add --cloudflare to set up a Cloudflare account. See --help.'],
  [['--cloudflare', 'now'], /^The options are --cloudflare, --email, /],
  [['--cloudflare', '--mail', 'a@b.test'], /^The options are --cloudflare, --email, /],
  [['--cloudflare', '--email'], /^The options are --cloudflare, --email, /],
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
])('%j is refused with one sentence', (args, sentence) => {
  const answers = readAnswers(args, configFile)
  expect(answers).toEqual(sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence)
})

function settingsOf(...args: string[]) {
  const answers = readAnswers(['--cloudflare', '--email', 'a@b.test', ...args], configFile)
  return typeof answers === 'string' ? answers : toSettings(answers)
}

test('data is kept in the EU unless another place is chosen', () => {
  expect(settingsOf()).toMatchObject({ place: { jurisdiction: 'eu' }, username: 'admin' })
  expect(settingsOf('--jurisdiction', 'us')).toMatchObject({ place: { jurisdiction: 'us' } })
  expect(settingsOf('--jurisdiction', 'none')).toMatchObject({ place: {} })
  expect(settingsOf('--location', 'oc')).toMatchObject({ place: { location: 'oc' } })
})

test('a later run keeps the place of the first', () => {
  const toml = readFileSync('wrangler.toml', 'utf8')
  writeFileSync(configFile, toml.replace(/(?=bucket_name = )/, 'jurisdiction = "us"\n'))
  expect(settingsOf()).toMatchObject({ place: { jurisdiction: 'us' } })
  writeFileSync(configFile, toml.replace(/database_id = "0/, 'database_id = "6f'))
  expect(settingsOf()).toMatchObject({ place: { jurisdiction: undefined } })
  copyFileSync('wrangler.toml', configFile)
})

test('the address of the administrator is needed', () => {
  const answers = readAnswers(['--cloudflare', '--yes'], configFile)
  expect(typeof answers === 'string' ? answers : toSettings(answers)).toBe(
    'Add --email with the address of the administrator.',
  )
})
