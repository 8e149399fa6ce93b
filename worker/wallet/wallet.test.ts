import { eq } from 'drizzle-orm'
import { decode } from 'fast-png'
import { expect, test, vi } from 'vitest'
import { businessCards } from '../../schema/cards/tables.ts'
import { themeNames } from '../../schema/cards/theme.ts'
import { contrastOf } from '../../schema/luminance.ts'
import { sharePoints } from '../../schema/share-points/tables.ts'
import { cardsPath, db, makeCard, request, signInWithCard } from '../testing/app.ts'
import { ApplePass, genericFiles, requiredFiles } from '../testing/apple-pass-schema.ts'
import { makeFormData, makePng } from '../testing/images.ts'
import {
  downloadPass,
  makeWalletLink,
  readPassFile,
  sha1,
  verifyWithOpenssl,
  walletEnv,
} from '../testing/wallet.ts'
import { makeAppleSecrets, passTypeId, teamId } from '../testing/wallet-secrets.ts'

const minuteMs = 60_000

test('a pass shows the card, and its code opens it by a share point of its own', async () => {
  const owner = await signInWithCard(1, {
    name: 'Ada Lovelace',
    title: 'Analyst',
    company: 'Engine',
  })
  const pass = await downloadPass(owner.card)
  const [point, ...more] = await db
    .select()
    .from(sharePoints)
    .where(eq(sharePoints.cardId, owner.card.id))
  expect(more).toEqual([])
  expect(point).toMatchObject({ label: 'Apple Wallet', kind: 'link', showsHidden: false })
  expect(pass.json).toMatchObject({
    passTypeIdentifier: passTypeId,
    teamIdentifier: teamId,
    serialNumber: String(owner.card.id),
    organizationName: 'Edgecard',
    description: 'Ada Lovelace, Edgecard',
    barcodes: [
      { message: `http://cards.test/s/${point?.code}`, altText: `cards.test/s/${point?.code}` },
    ],
    generic: {
      primaryFields: [{ key: 'name', value: 'Ada Lovelace' }],
      secondaryFields: [{ key: 'title', value: 'Analyst' }],
      auxiliaryFields: [{ key: 'company', value: 'Engine' }],
    },
  })
  const page = await request('GET', `/s/${point?.code}`)
  expect(await page.text()).toContain('Ada Lovelace')
})

test('pass.json has only keys that Apple documents, and the file only images of a generic pass', async () => {
  const owner = await signInWithCard(1)
  for (const origin of ['', 'https://cards.test']) {
    walletEnv.PUBLIC_ORIGIN = origin
    const { json, files } = await downloadPass(owner.card)
    walletEnv.PUBLIC_ORIGIN = ''
    expect(ApplePass.safeParse(json).error?.issues).toBeUndefined()
    expect(Object.keys(files)).toEqual(expect.arrayContaining(requiredFiles))
    const others = Object.keys(files).filter((name) => !genericFiles.test(name))
    expect(others.sort()).toEqual(['manifest.json', 'pass.json', 'signature'])
  }
})

test('the manifest has the SHA-1 of every other file', async () => {
  const { files, manifest } = await downloadPass(await makeCard())
  const { 'manifest.json': _, signature: __, ...others } = files
  expect(manifest).toEqual(
    Object.fromEntries(Object.entries(others).map(([name, bytes]) => [name, sha1(bytes)])),
  )
})

test('OpenSSL verifies the signature, which has the signing time and both certificates', async () => {
  const pass = await downloadPass(await makeCard())
  const response = await verifyWithOpenssl(pass)
  const text = await response.text()
  expect(response.status, text).toBe(200)
  expect(text).toContain('object: signingTime')
  expect(text).toContain('object: messageDigest')
  expect(text).toContain('object: contentType')
  expect(text.match(/d\.certificate:/g)).toHaveLength(2)
  expect(text).toMatch(/digestAlgorithm:\s+algorithm: sha256/)
})

test('OpenSSL refuses the signature of another manifest', async () => {
  const pass = await downloadPass(await makeCard())
  const changed = new Uint8Array(pass.files['manifest.json'] ?? [])
  changed[0] = 32
  const response = await verifyWithOpenssl({
    ...pass,
    files: { ...pass.files, 'manifest.json': changed },
  })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('digest failure')
})

test('images have the sizes of each scale', async () => {
  const owner = await signInWithCard(1)
  const upload = async (type: string, width: number, height: number) => {
    const form = makeFormData({ file: makePng(width, height), cardId: `${owner.card.id}`, type })
    const response = await owner.request('POST', '/api/upload', form)
    return (await response.json<{ url: string }>()).url
  }
  const profilePicture = await upload('profile', 500, 400)
  const logoUrl = await upload('logo', 500, 200)
  const saved = await owner.request('PUT', owner.put, { ...owner.card, profilePicture, logoUrl })
  expect(saved.status).toBe(200)
  expect((await downloadPass(await makeCard())).json).toMatchObject({ logoText: 'Edgecard' })
  const { files, json } = await downloadPass(owner.card)
  expect(json).not.toHaveProperty('logoText')
  const sizes = Object.fromEntries(
    Object.entries(files)
      .filter(([name]) => name.endsWith('.png'))
      .map(([name, bytes]) => {
        const { width, height } = decode(bytes)
        return [name, `${width}x${height}`]
      }),
  )
  expect(sizes).toEqual({
    'icon.png': '29x29',
    'icon@2x.png': '58x58',
    'icon@3x.png': '87x87',
    'logo.png': '125x50',
    'logo@2x.png': '250x100',
    'logo@3x.png': '375x150',
    'thumbnail.png': '90x90',
    'thumbnail@2x.png': '180x180',
    'thumbnail@3x.png': '270x270',
  })
})

test('texts have a contrast of 4.5 to the background in every theme', async () => {
  for (const theme of [...Object.keys(themeNames), 'another']) {
    const { json } = await downloadPass(await makeCard({ theme }))
    const { backgroundColor = '', foregroundColor = '', labelColor = '' } = ApplePass.parse(json)
    for (const color of [foregroundColor, labelColor])
      expect(contrastOf(hex(color), hex(backgroundColor)), theme).toBeGreaterThanOrEqual(4.5)
  }
})

function hex(color: string): string {
  const parts = (color.match(/\d+/g) ?? []).map((part) =>
    Number(part).toString(16).padStart(2, '0'),
  )
  return `#${parts.join('')}`
}

test('a card that is not live has a void pass without code, title and company', async () => {
  const card = await makeCard({ name: 'Ada Lovelace', title: 'Analyst' })
  const link = await makeWalletLink(card)
  const open = async () => readPassFile(await request('GET', link))
  for (const [state, name] of [
    ['paused', 'Ada Lovelace'],
    ['draft', 'Edgecard'],
    ['left', 'Edgecard'],
  ] as const) {
    await db.update(businessCards).set({ state }).where(eq(businessCards.id, card.id))
    const pass = ApplePass.parse((await open()).json)
    expect(pass).toMatchObject({ voided: true, generic: { secondaryFields: [], backFields: [] } })
    expect(pass.generic.primaryFields).toEqual([{ key: 'name', value: name }])
    expect(pass.barcodes).toBeUndefined()
  }
  const deletedAt = new Date().toISOString()
  await db
    .update(businessCards)
    .set({ state: 'live', deletedAt })
    .where(eq(businessCards.id, card.id))
  const { text } = await open()
  expect(text).toContain('"voided":true')
  expect(text).not.toContain('Ada')
})

test('a link works for 15 minutes, only as it was issued', async () => {
  const link = await makeWalletLink(await makeCard())
  expect((await request('GET', link)).status).toBe(200)
  const other = link.replace(/apple\.(\d+)/, (_, id) => `apple.${Number(id) + 1}`)
  for (const path of [other, `${link}x`, link.slice(0, -1), '/wallet/apple.1.x.y'])
    expect((await request('GET', path)).status, path).toBe(404)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 15 * minuteMs })
  const late = await request('GET', link)
  vi.useRealTimers()
  expect([late.status, await late.text()]).toEqual([
    404,
    'This link has expired. Create a new one on the Share page.',
  ])
})

test('many calls at once create one share point, and its name stays as the owner changes it', async () => {
  const card = await makeCard()
  await Promise.all([1, 2, 3, 4].map(() => makeWalletLink(card)))
  const ofCard = eq(sharePoints.cardId, card.id)
  await db.update(sharePoints).set({ label: 'My phone' }).where(ofCard)
  await makeWalletLink(card)
  expect((await db.select().from(sharePoints).where(ofCard)).map(({ label }) => label)).toEqual([
    'My phone',
  ])
})

test('a card with too many share points is told so', async () => {
  const owner = await signInWithCard(1)
  const path = `${cardsPath}/${owner.card.id}`
  for (let number = 0; number < 50; number += 1)
    await owner.request('POST', `${path}/share-points`, { label: `${number}`, kind: 'link' })
  const response = await owner.request('POST', `${path}/wallet`, { wallet: 'apple' })
  expect([response.status, await response.text()]).toEqual([
    409,
    'This card has 50 active share points. Archive one you no longer use.',
  ])
})

test('without certificates there are no passes', async () => {
  const owner = await signInWithCard(1)
  const before = walletEnv.APPLE_WALLET_WWDR
  walletEnv.APPLE_WALLET_WWDR = ''
  const response = await owner.request('POST', `${cardsPath}/${owner.card.id}/wallet`, {
    wallet: 'apple',
  })
  walletEnv.APPLE_WALLET_WWDR = before
  expect([response.status, await response.text()]).toEqual([
    404,
    'This installation has no passes for this wallet.',
  ])
})

test('with an expired certificate the pass is refused, and the reason is only in the log', async () => {
  const link = await makeWalletLink(await makeCard())
  const { APPLE_WALLET_CERTIFICATE, APPLE_WALLET_KEY, APPLE_WALLET_WWDR } = walletEnv
  Object.assign(walletEnv, makeAppleSecrets({ days: [-400, -35] }))
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const response = await request('GET', link)
  Object.assign(walletEnv, { APPLE_WALLET_CERTIFICATE, APPLE_WALLET_KEY, APPLE_WALLET_WWDR })
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('Ask the admin')
  expect(String(logged.mock.calls)).toContain('APPLE_WALLET_CERTIFICATE expired on')
  logged.mockRestore()
})
