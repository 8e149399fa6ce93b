import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Link } from '../../schema/link.ts'
import fieldCases from '../../test/field-cases/f18-social-links.json' with { type: 'json' }
import moreCases from '../../test/field-cases/f44-social-links.json' with { type: 'json' }
import {
  additionalNetworks,
  mainNetworks,
  networkKey,
  networkTitle,
} from '../cards/editor/panels/PlatformDialog.tsx'
import { parseSocialUrl } from './social-url.ts'

test.each([
  ['linkedin', 'ada', 'https://www.linkedin.com/in/ada'],
  ['linkedin', '  @ada ', 'https://www.linkedin.com/in/ada'],
  ['linkedin', 'linkedin.com/in/ada', 'https://linkedin.com/in/ada'],
  ['twitter', 'ada', 'https://x.com/ada'],
  ['instagram', 'ada.lovelace', 'https://www.instagram.com/ada.lovelace'],
  ['instagram', 'www.instagram.com', 'https://www.instagram.com'],
  ['youtube', '@ada', 'https://www.youtube.com/@ada'],
  ['tiktok', 'ada', 'https://www.tiktok.com/@ada'],
  ['whatsapp', '+44 (0)7700 900-123', 'https://wa.me/447700900123'],
  ['whatsapp', '0044 7700 900123', 'https://wa.me/447700900123'],
  ['whatsapp', '\u202a+44 7700 900123\u202c', 'https://wa.me/447700900123'],
  ['whatsapp', '+971٥٠١٢٣٤٥٦٧', 'https://wa.me/971501234567'],
  ['whatsapp', '+39 (0)6 1234 5678', 'https://wa.me/390612345678'],
  ['telegram', '+44 7700 900123', 'https://t.me/+447700900123'],
  ['telegram', 'ada', 'https://t.me/ada'],
  ['gmail', 'ada', 'mailto:ada@gmail.com'],
  ['gmail', 'ada@studio.example', 'mailto:ada@studio.example'],
  ['mastodon', 'https://social.example/@ada', 'https://social.example/@ada'],
  ['mastodon', '@ada@social.example', 'https://social.example/@ada'],
  ['bluesky', '@ada', 'https://bsky.app/profile/ada.bsky.social'],
  ['bluesky', 'ada.example', 'https://bsky.app/profile/ada.example'],
  ['bluesky', 'bsky.app/profile/ada.example', 'https://bsky.app/profile/ada.example'],
  ['facebook', 'Find me: https://fb.com/ada?x=1 now', 'https://fb.com/ada?x=1'],
  ['instagram', 'علي', `https://www.instagram.com/${encodeURIComponent('علي')}`],
])('on %s, %s is %s', (network, typed, address) => {
  expect(parseSocialUrl(network, typed)).toBe(address)
})

test.each([...fieldCases, ...moreCases])(
  'on $network, $typed',
  ({ network, typed, expected, never }) => {
    const address = parseSocialUrl(network, typed) ?? null
    expect(expected).toContain(address)
    expect(address).not.toBe(never)
  },
)

test.each([
  ['whatsapp', '\u202a+44 7700 900123\u202c', 'https://wa.me/447700900123'],
  ['whatsapp', '+44\u00a07700\u2011900123\u200e', 'https://wa.me/447700900123'],
  ['whatsapp', '＋９１ ९८७६५ ४३२१०', 'https://wa.me/919876543210'],
  ['whatsapp', 'wa.me/+44 (0)7700-900123', 'https://wa.me/447700900123'],
  [
    'whatsapp',
    'https://wa.me/447700900123?text=Hello there',
    'https://wa.me/447700900123?text=Hello%20there',
  ],
  ['whatsapp', 'https://wa.me/447700900123?text=Hi', 'https://wa.me/447700900123?text=Hi'],
  ['whatsapp', 'https://wa.me/message/ABCDEF', 'https://wa.me/message/ABCDEF'],
  ['whatsapp', 'https://wa.me/0033612345678', 'https://wa.me/33612345678'],
  ['whatsapp', '+52 1 55 1234 5678', 'https://wa.me/5215512345678'],
  ['whatsapp', 'https://wa.me/+971٥٠١٢٣٤٥٦٧', 'https://wa.me/971501234567'],
  ['telegram', 'https://t.me/+44 7700 900123', 'https://t.me/+447700900123'],
  ['telegram', 'https://t.me/+AbCdEf0123', 'https://t.me/+AbCdEf0123'],
  ['telegram', 't.me', 'https://t.me'],
  ['linkedin', '\u2066ada\u2069', 'https://www.linkedin.com/in/ada'],
  ['linkedin', 'https://www.linkedin.com/in/ada\u200b', 'https://www.linkedin.com/in/ada'],
  [
    'linkedin',
    'Ada on LinkedIn\nhttps://www.linkedin.com/in/ada',
    'https://www.linkedin.com/in/ada',
  ],
  ['linkedin', 'https://www.linkedin.com/in/ada\nGet the app', 'https://www.linkedin.com/in/ada'],
  ['linkedin', 'Look (https://www.linkedin.com/in/ada), thanks', 'https://www.linkedin.com/in/ada'],
  ['linkedin', 'https://www.linkedin.com/in/ada/ is me', 'https://www.linkedin.com/in/ada/'],
  ['linkedin', 'https://www.linkedin.com/in/ada 🙂', 'https://www.linkedin.com/in/ada'],
  [
    'linkedin',
    'https://www.linkedin.com/in/ada https://x.com/ada',
    'https://www.linkedin.com/in/ada',
  ],
  [
    'youtube',
    'UC-lHJZR3Gqxm24_Vd_AJ5Yw',
    'https://www.youtube.com/channel/UC-lHJZR3Gqxm24_Vd_AJ5Yw',
  ],
  ['youtube', 'UCLA', 'https://www.youtube.com/@UCLA'],
  ['facebook', 'm.facebook.com', 'https://m.facebook.com'],
  [
    'facebook',
    'profile.php?id=1000123&mibextid=abc',
    'https://www.facebook.com/profile.php?id=1000123&mibextid=abc',
  ],
  ['twitter', 'x.com', 'https://x.com'],
  ['threads', 'www.threads.net', 'https://www.threads.net'],
  ['instagram', 'ada.com', 'https://www.instagram.com/ada.com'],
])('on %s, the pasted %s is %s', (network, typed, address) => {
  expect(parseSocialUrl(network, typed)).toBe(address)
})

test.each([
  ['facebook', 'https://www.facebook.com/ada king'],
  ['facebook', 'See https://www.facebook.com/ada king'],
  ['instagram', 'www.instagram.com/ada king'],
  ['twitter', 'https://x.com/ada\u00a0king'],
  ['whatsapp', 'Write to https://wa.me/+44 7700 900123'],
  ['whatsapp', 'https://wa.me/+44 7700 900123 (work)'],
  ['whatsapp', 'https://wa.me/07700 900123'],
  ['linkedin', 'https://wa.me/+44 7700'],
  ['facebook', 'https://www.facebook.com/profile.php?id=1000 123'],
])('on %s, %s is never cut at its space', (network, typed) => {
  expect(parseSocialUrl(network, typed)).toBeUndefined()
})

test.each([
  ['linkedin', ''],
  ['linkedin', 'javascript:alert(1)'],
  ['linkedin', 'two words'],
  ['whatsapp', '07700 900123'],
  ['mastodon', '@ada'],
  ['wechat', 'ada'],
])('on %s, %s is no address', (network, typed) => {
  expect(parseSocialUrl(network, typed)).toBeUndefined()
})

const handles = fc.string({
  unit: fc.constantFrom(...'azAZ09._-éßжعا中'),
  minLength: 1,
  maxLength: 64,
})

test.each(['linkedin', 'youtube', 'telegram', 'discord'])(
  'on %s, every handle becomes an address that may be saved',
  (network) => {
    fc.assert(
      fc.property(handles, fc.constantFrom('', '@', ' @'), (handle, before) => {
        const address = parseSocialUrl(network, `${before}x${handle}`)
        expect(Link.safeParse(address)).toEqual({ success: true, data: address })
        expect(decodeURIComponent(address ?? '')).toContain(`x${handle}`)
      }),
    )
  },
)

test('a pasted URL is trimmed and otherwise unchanged', () => {
  fc.assert(
    fc.property(fc.constantFrom('linkedin', 'whatsapp', 'gmail', 'other'), handles, (key, path) => {
      const address = `https://blog.example/${encodeURIComponent(path)}`
      expect(parseSocialUrl(key, ` ${address}\n`)).toBe(address)
    }),
  )
})

test('other pasted text does not become a URL', () => {
  const network = fc.constantFrom('linkedin', 'whatsapp', 'gmail', 'telegram', 'other')
  const scheme = fc.constantFrom('javascript:', 'JavaScript:', 'data:text/html,', 'vbscript:', 'x:')
  const typed = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary-ascii' }),
    fc.string().map((text) => `https://${text}`),
    fc.tuple(scheme, fc.string()).map(([start, text]) => start + text),
  )
  fc.assert(
    fc.property(network, typed, (key, text) => {
      const address = parseSocialUrl(key, text)
      if (address === undefined) return
      expect(Link.safeParse(address).success).toBe(true)
      expect(new URL(address).protocol).toMatch(/^(https?|mailto|tel|sms):$/)
    }),
  )
})

test('the key of a platform is its name in lower case without white space', () => {
  expect(networkKey('  My\tBlog  2 ')).toBe('myblog2')
})

test('the quick editor lists ten more networks, the advanced editor all, and both those of the card', () => {
  expect(additionalNetworks({}, 'quick').map(networkTitle)).toEqual([
    'YouTube',
    'Threads',
    'TikTok',
    'WeChat',
    'WhatsApp',
    'Pinterest',
    'Snapchat',
    'Telegram',
    'Discord',
    'Medium',
  ])
  expect(additionalNetworks({ linkedin: '', skype: '', myblog: '' }, 'quick').slice(10)).toEqual([
    'skype',
    'myblog',
  ])
  const all = [...mainNetworks, ...additionalNetworks({}, 'advanced')]
  for (const key of ['viber', 'gmail', 'other']) expect(all).toContain(key)
  expect(all).not.toContain('skype')
  expect(mainNetworks.map(networkTitle)).toEqual(['LinkedIn', 'Twitter', 'Facebook', 'Instagram'])
})
