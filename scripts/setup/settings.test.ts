import { expect, test } from 'vitest'
import { updateEnvironment } from '../environments/list.ts'
import { newCheckout } from '../testing/setup-site.ts'
import { readAnswers, toSettings } from './settings.ts'

const folder = newCheckout()

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
  [['--cloudflare', '--env', 'Acme'], /^The name of an environment has at most 32 lower-case/],
])('%j is refused with one sentence', async (args, sentence) => {
  await expect(readAnswers(args, folder)).rejects.toThrow(sentence)
})

async function settingsOf(...args: string[]) {
  return toSettings(await readAnswers(['--cloudflare', '--email', 'a@b.test', ...args], folder))
}

test('data is kept in the EU unless another place is chosen', async () => {
  expect(await settingsOf()).toMatchObject({ place: { jurisdiction: 'eu' }, username: 'admin' })
  expect(await settingsOf('--jurisdiction', 'us')).toMatchObject({ place: { jurisdiction: 'us' } })
  expect(await settingsOf('--jurisdiction', 'none')).toMatchObject({ place: {} })
  expect(await settingsOf('--location', 'oc')).toMatchObject({ place: { location: 'oc' } })
})

test('a later run keeps the place of the first', async () => {
  updateEnvironment({ folder, environment: 'us' }, { jurisdiction: 'us' })
  expect(await settingsOf('--env', 'us')).toMatchObject({ place: { jurisdiction: 'us' } })
  updateEnvironment({ folder, environment: 'anywhere' }, { ids: { DB: '6f0c1d9e' } })
  const { place } = await settingsOf('--env', 'anywhere')
  expect(place).toEqual({ jurisdiction: undefined })
})

test('the address of the administrator is needed', async () => {
  const answers = await readAnswers(['--cloudflare', '--yes'], folder)
  expect(() => toSettings(answers)).toThrow('Add --email with the address of the administrator.')
})
