import { expect, test } from 'vitest'
import { CardInput } from '../../../../schema/cards/card.ts'
import { type Draft, toDraft } from '../draft.ts'
import { makeCard } from '../testing.ts'
import {
  buttonTranslations,
  changeBaseLanguage,
  changeInLanguage,
  copyTexts,
  countTranslated,
  listTexts,
  relabelButton,
} from './card-text.ts'
import { readText, writeText } from './translation.ts'

const button = (text: string) => ({ text, url: 'https://a.example', backgroundColor: '#d9bd90' })

function makeDraft(fields: Partial<Draft> = {}): Draft {
  return {
    ...toDraft(makeCard({ title: 'Countess', about: 'Wrote programs' })),
    gallery: [
      { url: 'https://i.example/a.jpg', alt: 'The engine' },
      { url: 'https://i.example/b.jpg', alt: null },
    ],
    customButtons: [button('Book'), button('Shop')],
    ...fields,
  }
}

test('a translation is written and read; a blank one is removed, and with the last its language', () => {
  const title = { name: 'title' } as const
  const book = { name: 'buttons', key: 'Book' } as const
  const one = writeText(makeDraft(), 'ar', { ...title, value: 'كونتيسة' })
  const two = writeText(one, 'ar', { ...book, value: 'احجز' })
  expect(two.locales).toEqual({ ar: { title: 'كونتيسة', buttons: { Book: 'احجز' } } })
  expect([readText(two.locales.ar, title), readText(two.locales.ar, book)]).toEqual([
    'كونتيسة',
    'احجز',
  ])
  expect(readText(two.locales.ja, title)).toBe(null)
  const none = writeText(writeText(two, 'ar', { ...title, value: '' }), 'ar', {
    ...book,
    value: '',
  })
  expect(none.locales).toEqual({})
})

test('the texts to translate are those that the card has; missing ones are copied, others kept', () => {
  const draft = makeDraft({ locales: { ar: { title: 'كونتيسة' } } })
  const texts = listTexts(draft)
  expect(texts.map(({ base }) => base)).toEqual([
    'Ada',
    'Countess',
    'Wrote programs',
    'The engine',
    'Book',
    'Shop',
  ])
  const none = () => false
  expect(countTranslated(draft, 'ar', none)).toEqual({ done: 1, total: 6 })
  expect(countTranslated(draft, 'ar', (text) => text === 'title')).toEqual({ done: 0, total: 5 })
  const { locales } = copyTexts(draft, 'ar', texts)
  expect(countTranslated({ ...draft, locales }, 'ar', none)).toEqual({ done: 6, total: 6 })
  expect(locales.ar).toMatchObject({ name: 'Ada', title: 'كونتيسة', buttons: { Shop: 'Shop' } })
})

test('a label keeps its translations while it is typed anew, also if it passes the label of another button', () => {
  const locales = { ar: { buttons: { Book: 'احجز', Shop: 'متجر' } }, ja: { title: '伯爵夫人' } }
  const draft = makeDraft({ locales })
  const translations = buttonTranslations(draft, 'Book')
  const typed = ['Boo', '', 'S', 'Shop', 'Shop now', 'Shop now ']
  let after: Pick<Draft, 'customButtons' | 'locales'> = draft
  for (const label of typed) after = relabelButton(after, { at: 0, label, translations })
  expect(after.customButtons.map(({ text }) => text)).toEqual(['Shop now ', 'Shop'])
  expect(after.locales.ar?.buttons).toMatchObject({ 'Shop now': 'احجز', Shop: 'متجر' })
  expect(after.locales.ja).toEqual(locales.ja)
})

test('another base language only names the texts, unless the card has a translation into it', () => {
  const draft = makeDraft({ locales: { ja: { title: '伯爵夫人' } } })
  expect(changeBaseLanguage(draft, 'de')).toEqual({ language: 'de' })
})

test('a translation that becomes the base language swaps places with the own texts of the card', () => {
  const nameParts = { prefix: null, given: 'Ada', additional: null, family: null, suffix: null }
  const locales = {
    ja: { name: 'エイダ', title: '伯爵夫人', buttons: { Book: '予約' } },
    ar: { buttons: { Book: 'احجز', Shop: 'متجر' } },
  }
  const customizations = { ...makeDraft().customizations, nameParts }
  const draft = makeDraft({ locales, customizations })
  const changed = { ...draft, ...changeBaseLanguage(draft, 'ja') }
  expect(changed).toMatchObject({
    language: 'ja',
    name: 'エイダ',
    title: '伯爵夫人',
    about: 'Wrote programs',
    customButtons: [{ text: '予約' }, { text: 'Shop' }],
    locales: {
      en: {
        name: 'Ada',
        nameParts,
        title: 'Countess',
        about: 'Wrote programs',
        buttons: { 予約: 'Book', Shop: 'Shop' },
      },
      ar: { buttons: { 予約: 'احجز', Shop: 'متجر' } },
    },
  })
  expect(changed.locales).not.toHaveProperty('ja')
  expect(CardInput.safeParse(changed).success).toBe(true)
  const back = { ...changed, ...changeBaseLanguage(changed, 'en') }
  expect(back).toMatchObject({
    language: 'en',
    title: 'Countess',
    customButtons: [{ text: 'Book' }, {}],
  })
  expect(back.locales.ar).toEqual(locales.ar)
})

test('a change of the card as shown in a language changes that translation, and what all languages share', () => {
  const draft = makeDraft({ locales: { ar: { name: 'آدا 👩' } } })
  const { customizations } = draft
  const nameParts = { prefix: null, given: 'آدا', additional: null, family: null, suffix: null }
  const change = {
    name: 'آدا',
    phone: '+44 20 7946 0102',
    customizations: { ...customizations, nameParts, website: 'https://a.example' },
    customButtons: [{ ...button('احجز'), backgroundColor: '#000000' }],
  }
  expect(changeInLanguage(draft, 'ar', change)).toEqual({
    phone: '+44 20 7946 0102',
    customizations: { ...customizations, website: 'https://a.example' },
    customButtons: [{ ...button('Book'), backgroundColor: '#000000' }],
    locales: { ar: { name: 'آدا', nameParts } },
  })
})
