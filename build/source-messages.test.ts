import { expect, test } from 'vitest'
import { messagesIn } from './source-messages.ts'

test.each([
  ["toast(t('Saved'))", [{ id: 'Saved' }]],
  ["tIn('verb', 'Open')", [{ context: 'verb', id: 'Open' }]],
  [
    '<Trans id="Read the <b>guide</b>" components={{ b: <b /> }} />',
    [{ id: 'Read the <b>guide</b>' }],
  ],
  ['<Trans id={"It’s here"} />', [{ id: 'It’s here' }]],
  ["<p title={t('Title')}>{t('Text')}</p>; translated(message)", [{ id: 'Title' }, { id: 'Text' }]],
])('%s has the messages %j', (source, messages) => {
  expect(messagesIn('a.tsx', source)).toEqual(messages)
})

test('a message that is not a plain string is an error', () => {
  expect(() => messagesIn('a.tsx', 't(name)')).toThrow('A message is not a plain string')
})
