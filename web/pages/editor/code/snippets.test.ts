import { expect, test } from 'vitest'
import { safeCss } from '../../../../card/custom-css.ts'
import { snippets } from './snippets.ts'

test.each(snippets)('$name is CSS of which nothing is left out', ({ css }) => {
  expect(safeCss(css)).toMatchObject({ css: expect.stringContaining('{'), removed: [] })
})
