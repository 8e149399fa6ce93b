import { expect, test } from 'vitest'
import { maxSignatureLength, signatureHtml, signatureText } from './SignatureDialog.tsx'

const card = {
  slug: 'ada',
  name: 'Ada <b>Lovelace</b> & "Co"',
  title: 'Engineer',
  company: 'Analytical Engines',
  phone: '+44 20 7946 0000',
  email: 'ada@example.com',
  contactPhoto: `/images/${'a'.repeat(64)}-400.jpg`,
}
const where = {
  link: 'https://cards.example.com/s/K7QX2M',
  origin: 'https://cards.example.com',
  hasPhoto: true,
}

test('a signature has only tags, attributes and styles that Gmail, Outlook and Apple Mail keep', () => {
  const html = signatureHtml(card, where)
  const kept = (pattern: RegExp) => new Set([...html.matchAll(pattern)].map(([, name]) => name))
  expect([...kept(/<(\w+)/g)].sort()).toEqual(['a', 'br', 'img', 'strong', 'table', 'td', 'tr'])
  const attributes = 'alt border cellpadding cellspacing height href role src style valign width'
  expect([...kept(/ ([a-z]+)="/g)].sort().join(' ')).toBe(attributes)
  expect(html).not.toMatch(/class=|<style|flex|grid|background|position|url\(/)
  expect(html).toContain(
    `src="https://cards.example.com/images/${'a'.repeat(64)}-400.jpg" width="72" height="72"`,
  )
  expect(html.match(/https:\/\/cards\.example\.com\/s\/K7QX2M"/g)).toHaveLength(2)
})

test('what the owner typed is text, and the longest card fits what Gmail stores', () => {
  expect(signatureHtml(card, where)).toContain(
    'Ada &#60;b&#62;Lovelace&#60;/b&#62; &#38; &#34;Co&#34;</strong>',
  )
  const long = { ...card, name: '&'.repeat(100), title: '&'.repeat(120), company: '&'.repeat(120) }
  expect(signatureHtml(long, where).length).toBeLessThan(maxSignatureLength)
  expect(signatureText(card, where.link).split('\n')).toHaveLength(6)
})

test('a card without photo, phone and email has a signature', () => {
  const bare = {
    ...card,
    contactPhoto: null,
    phone: null,
    email: null,
    title: null,
    company: null,
  }
  const html = signatureHtml(bare, where)
  expect(html).not.toMatch(/<img|tel:|mailto:/)
  expect(html).toContain('cards.example.com/s/K7QX2M</a>')
})
