import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Trans } from './Trans.tsx'
import { t, tIn } from './t.ts'

test('an English message is shown as it is in the source, with its values', () => {
  expect(t('Save Changes')).toBe('Save Changes')
  expect(t('Delete {name}?', { name: 'Ada' })).toBe('Delete Ada?')
  expect(tIn('state of a card', 'Left')).toBe('Left')
})

test('a plural has the form of its number', () => {
  const counted = (count: number) => t('{count, plural, one {# card} other {# cards}}', { count })
  expect([0, 1, 1200].map(counted)).toEqual(['0 cards', '1 card', '1,200 cards'])
})

test('a message has elements by the names of their tags, and a value is never one', () => {
  const markup = renderToStaticMarkup(
    Trans({
      id: '<b>{name}</b> is in <link>the <i>guide</i></link><br/>',
      values: { name: '<b>Ada</b>' },
      components: { b: <b />, link: <a href="/guide">guide</a>, i: <i />, br: <br /> },
    }),
  )
  expect(markup).toBe(
    '<b>&lt;b&gt;Ada&lt;/b&gt;</b> is in <a href="/guide">the <i>guide</i></a><br/>',
  )
})
