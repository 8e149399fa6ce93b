import { expect, test } from 'vitest'
import { words } from '../../card/words/en.ts'
import { metText } from './contact-file.ts'

test.each(['Etc/Unknown', 'Mars/Base', '', undefined])(
  'the note of a contact has the date in UTC for a visitor in the time zone %s',
  (timezone) => {
    const request = new Request('http://cards.test/', { cf: { timezone } })
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format()
    const met = metText('Booth 7', { request, words: { ...words, language: 'en' } })
    expect(met).toBe(`Met at Booth 7, ${today}`)
  },
)
