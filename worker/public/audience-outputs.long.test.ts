import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  type Reach,
  type ReachField,
  reaches,
  reachFields,
  reachOf,
  type Visibility,
} from '../../schema/cards/reach.ts'
import { businessCards, cardLocales } from '../../schema/cards/tables.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard, makeUser, newAddress, request } from '../testing/app.ts'
import { declarations } from '../testing/declarations.ts'
import { makeSharePoint } from '../testing/share-points.ts'
import { googlePassText, readPassFile, storePass } from '../testing/wallet.ts'
import { issueUnlockToken } from './viewer.ts'

vi.setConfig({ testTimeout: 600_000 })

const hidden = { website: null, about: null, customCss: null, pronouns: null, department: null }

/** Text that no other field has, in the base language or in Spanish; of letters and digits only. */
const mark = (field: ReachField, language = 'en') => `mark${language}${field.toLowerCase()}z`

const phoneOf = { phone: '+441632960101', phones: '+441632960202' }
const marksOf = (field: ReachField): string[] =>
  field === 'phone' || field === 'phones'
    ? [phoneOf[field].slice(1)]
    : [mark(field), mark(field, 'es')]

const image = (field: ReachField) => `https://images.example/${mark(field)}.png`
const formOf = (language: string) => ({
  consent: mark('formConfig', language),
  thanks: mark('formConfig', language),
})

/** A card with the mark of each field in all of its values. */
function cardWith(visibility: Visibility) {
  const label = mark('formConfig')
  return {
    title: mark('title'),
    company: mark('company'),
    phone: phoneOf.phone,
    email: `${mark('email')}@cards.test`,
    address: mark('address'),
    about: mark('about'),
    profilePicture: image('profilePicture'),
    coverPhoto: image('coverPhoto'),
    logoUrl: image('logoUrl'),
    videoUrl: `https://videos.example/${mark('videoUrl')}.mp4`,
    socialLinks: { linkedin: `https://www.linkedin.com/in/${mark('socialLinks')}` },
    customButtons: [
      {
        text: mark('customButtons'),
        url: `https://${mark('customButtons')}.example`,
        backgroundColor: '#d9bd90',
      },
    ],
    gallery: [{ url: image('gallery'), alt: mark('gallery') }],
    embedCodes: [`<p>${mark('embedCodes')}</p>`],
    formConfig: { fields: [{ key: 'name' as const, label, required: false }], ...formOf('en') },
    customizations: {
      ...hidden,
      website: `https://${mark('website')}.example`,
      about: mark('about'),
      pronouns: mark('pronouns'),
      department: mark('department'),
      phones: [
        { label: 'mobile' as const, value: phoneOf.phones },
        { label: 'work' as const, value: '+44 (1632) 960-101' },
      ],
      emails: [
        { label: 'work' as const, value: `${mark('emails')}@cards.test` },
        { label: 'home' as const, value: `${mark('email')}@CARDS.test` },
      ],
      alts: {
        profilePicture: mark('profilePicture'),
        coverPhoto: mark('coverPhoto'),
        logoUrl: mark('logoUrl'),
      },
      pin: { latitude: 51.5, longitude: -0.1, of: mark('address') },
      visibility,
    },
  }
}

const spanish = {
  title: mark('title', 'es'),
  company: mark('company', 'es'),
  department: mark('department', 'es'),
  pronouns: mark('pronouns', 'es'),
  about: mark('about', 'es'),
  address: mark('address', 'es'),
  buttons: { [mark('customButtons')]: mark('customButtons', 'es') },
  labels: { name: mark('formConfig', 'es') },
  ...formOf('es'),
  alts: {
    profilePicture: mark('profilePicture', 'es'),
    coverPhoto: mark('coverPhoto', 'es'),
    logoUrl: mark('logoUrl', 'es'),
  },
  gallery: { [image('gallery')]: mark('gallery', 'es') },
}

const visibilities = fc.record(
  Object.fromEntries(
    reachFields.map((field) => [
      field,
      fc.constantFrom(...reaches.filter((reach) => field !== 'formConfig' || reach !== 'exchange')),
    ]),
  ),
)

/** Every path that answers without a session, from the policy, for a card and one of its codes. */
function publicPaths({ id, slug }: { id: number; slug: string }, code: string): string[] {
  const paths = Object.entries(declarations).flatMap(([key, { access }]) => {
    const [method, path = ''] = key.split(' ')
    return method === 'GET' && access === 'anyone' ? [path] : []
  })
  return paths
    .map((path) =>
      path
        .replace(':slug', slug)
        .replace(':code', code)
        .replace(/:id|:cardId/, String(id))
        .replace(/:\w+|\*/, 'x'),
    )
    .flatMap((path) => [path, `${path}?l=es`, ...(/vcard/.test(path) ? [`${path}?v=outlook`] : [])])
}

function fieldsIn(text: string): ReachField[] {
  const plain = text.replace(/[^a-z0-9]/gi, '').toLowerCase()
  return reachFields.filter((field) => marksOf(field).some((each) => plain.includes(each)))
}

async function seenAt(path: string, Cookie = '') {
  const response = await request('GET', path, undefined, { Cookie, ...newAddress() })
  const text = await response.text()
  const fields = fieldsIn(text)
  return { text, fields, isKept: !/no-store/.test(response.headers.get('Cache-Control') ?? '') }
}

type Marked = { card: { id: number; slug: string }; visibility: Visibility }

/** Asks for all paths, and for those that the page links to; no field shows that the viewer may not see. */
async function expectOnly(
  { card, visibility }: Marked,
  { may, code, Cookie, who }: { may: Reach[]; code: string; Cookie?: string; who: string },
) {
  const links = [
    ...(await seenAt(`/s/${code}`, Cookie)).text.matchAll(
      /(?:href|data-src)="(\/(?:api|embed)\/[^"]+)"/g,
    ),
  ]
  const linked = links.map(([, link = '']) => link.replaceAll('&amp;', '&'))
  for (const path of [...publicPaths(card, code), ...linked]) {
    const { fields, isKept } = await seenAt(path, Cookie)
    const wrong = fields.filter((field) => !may.includes(reachOf(visibility, field)))
    expect(wrong, `${who} at ${path}`).toEqual([])
    const isPrivate = fields.some((field) => reachOf(visibility, field) !== 'everyone')
    expect(isPrivate && isKept, `${who} at ${path} may be kept`).toBe(false)
  }
  return linked
}

test('a value is in an output exactly if its viewer may see it, in every public output', async () => {
  const userId = (await makeUser({ accessLevel: 3 })).id
  const other = await makeCard({ userId })
  const agent = ''
  const cookieOf = (cardId: number, at = Date.now()) =>
    `unlock=${issueUnlockToken(env, { cardId, via: 'exchange', at }, agent)}`
  await fc.assert(
    fc.asyncProperty(visibilities, async (visibility: Visibility) => {
      const card = await makeCard({ userId, ...cardWith(visibility) })
      await db.insert(cardLocales).values({ cardId: card.id, locale: 'es', fields: spanish })
      const { code: chosen } = await makeSharePoint({ cardId: card.id, showsHidden: true })
      const { code: plain } = await makeSharePoint({ cardId: card.id })
      const marked = { card, visibility }
      const expired = Date.now() - 30 * dayMs
      for (const [who, Cookie, may] of [
        ['anyone', '', ['everyone']],
        ['a visitor of another card', cookieOf(other.id), ['everyone']],
        ['a visitor of long ago', cookieOf(card.id, expired), ['everyone']],
        ['a visitor with a false cookie', `${cookieOf(card.id)}x`, ['everyone']],
        ['a visitor after an exchange', cookieOf(card.id), ['everyone', 'exchange']],
      ] satisfies [string, string, Reach[]][])
        await expectOnly(marked, { who, Cookie, may, code: plain })
      const may: Reach[] = ['everyone', 'share-points']
      const links = await expectOnly(marked, {
        who: 'a visitor of a share point',
        may,
        code: chosen,
      })

      // A wallet pass has what everyone sees, whoever shows it.
      const apple = await readPassFile(await request('GET', await storePass(card.id, 'apple')))
      const google = await googlePassText(await storePass(card.id, 'google'))
      for (const [text, shown] of [
        [apple.text, ['title', 'company']],
        [google, ['title', 'company', 'logoUrl', 'coverPhoto']],
      ] satisfies [string, ReachField[]][])
        expect(fieldsIn(text).sort()).toEqual(
          shown.filter((field) => reachOf(visibility, field) === 'everyone').sort(),
        )

      // Nothing that may be seen is missing.
      const isSeen = (field: ReachField, by: Reach[]) => by.includes(reachOf(visibility, field))
      const onPage = (field: ReachField) => field !== 'embedCodes'
      const unlocked = await seenAt(`/view/${card.slug}`, cookieOf(card.id))
      expect(unlocked.fields).toEqual(
        reachFields.filter((field) => onPage(field) && isSeen(field, ['everyone', 'exchange'])),
      )
      const point = await seenAt(`/s/${chosen}`)
      expect(point.fields).toEqual(
        reachFields.filter((field) => onPage(field) && isSeen(field, may)),
      )
      const chat = links.find((link) => /^\/embed\/\d/.test(link))
      expect(chat ? (await seenAt(chat)).fields : []).toEqual(
        isSeen('embedCodes', may) ? ['embedCodes'] : [],
      )
      await db.delete(cardLocales).where(eq(cardLocales.cardId, card.id))
      await db.update(businessCards).set({ state: 'draft' }).where(eq(businessCards.id, card.id))
    }),
    { numRuns: 3 },
  )
})
