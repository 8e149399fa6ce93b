import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fillPlaceholders,
  type PlaceholderValues,
  ReplyTemplates,
  replyLink,
  unknownPlaceholders,
} from './reply-template.ts'

const values: PlaceholderValues = {
  'first name': 'Zoë',
  name: 'Zoë {company} Q',
  company: '',
  'my name': 'Ada & Co',
  'card link': 'https://cards.example/view/ada',
  'met at': 'Hannover',
  date: 'Nov 5, 2026',
}

test('placeholders are filled once, and an empty one leaves no space', () => {
  expect(fillPlaceholders('Hi {first name} {company}, I am {my name}.', values)).toBe(
    'Hi Zoë, I am Ada & Co.',
  )
  expect(fillPlaceholders('{name} {else} {', values)).toBe('Zoë {company} Q {else} {')
  expect(unknownPlaceholders('{first name} {First name} {} {a{name}')).toEqual(['First name', ''])
})

test('a template with an unknown placeholder is refused with a sentence', () => {
  const template = { name: 'Thanks', subject: 'Hi', body: 'Dear {surname}' }
  expect(ReplyTemplates.safeParse({ templates: [template] }).error?.issues[0]?.message).toBe(
    'A text has a placeholder that does not exist. Use only those listed.',
  )
})

test('a link has one recipient, CRLF line breaks, and no header but subject and body', () => {
  const link = replyLink({
    to: 'mailto:zoe@x.test',
    subject: 'A & B?\r\nBcc: eve@x.test #1 100%',
    body: 'Hi Zoë,\nhow+are you?&cc=eve@x.test',
  })
  expect(link).toBe(
    'mailto:zoe@x.test?subject=A%20%26%20B%3F%20Bcc%3A%20eve%40x.test%20%231%20100%25&body=Hi%20Zo%C3%AB%2C%0D%0Ahow%2Bare%20you%3F%26cc%3Deve%40x.test',
  )
})

test('any text survives the link, which is always shorter than 2,000 characters', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 400 })
  fc.assert(
    fc.property(text, text, (subject, body) => {
      const link = replyLink({ to: 'mailto:a@x.test', subject, body })
      if (link === undefined) return
      expect(link.length).toBeLessThan(2000)
      expect(link).toMatch(/^mailto:a@x\.test(\?(subject|body)=[^\s"<>&#]*(&body=[^\s"<>&#]*)?)?$/)
      const url = new URL(link)
      const sent = new URLSearchParams(url.search.replaceAll('+', '%2B'))
      expect([...sent.keys()].every((key) => key === 'subject' || key === 'body')).toBe(true)
      expect(sent.get('body') ?? '').toBe(body.replace(/\r\n|\r|\n/g, '\r\n'))
    }),
  )
  expect(replyLink({ to: 'mailto:a@x.test', subject: '', body: 'ä'.repeat(400) })).toBeUndefined()
})
