import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { untranslatedSentences } from '../scripts/messages/extract.ts'
import { messageErrors } from '../scripts/messages/files.ts'

test('the message files are as `npm run messages` writes them, and translate every message with its placeholders', () => {
  expect(messageErrors()).toEqual([])
})

test('every sentence of the app is a message', () => {
  expect(untranslatedSentences()).toEqual([])
})

test('Japanese messages have Japanese punctuation', () => {
  const narrow =
    /[\p{scx=Hira}\p{scx=Kana}\p{scx=Han}](?: ?[()?!:;]|[.,](?![\w.]))|[)?!:;][\p{scx=Hira}\p{scx=Kana}\p{scx=Han}]/u
  const lines = globSync('{web,card,schema}/**/ja.po').flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('msgstr') && narrow.test(line.replaceAll('...', '…'))),
  )
  expect(lines).toEqual([])
})
