import { expect, test } from 'vitest'
import { sanitizeCss } from '../../../../card/custom-css/custom-css.ts'
import { snippets } from './CssEditor.tsx'

test.each(snippets)('$name passes the sanitizer unchanged', ({ css }) => {
  expect(sanitizeCss(css)).toMatchObject({ css: expect.stringContaining('{'), removed: [] })
})
