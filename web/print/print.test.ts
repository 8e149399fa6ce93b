import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { printProducts } from './products.ts'
import { card, pdfOf } from './testing.ts'

test('the text of every product is real text, and each card of a team has a place of its own', async () => {
  const team = Array.from({ length: 13 }, (_, at) => ({ ...card, name: `Person ${at + 1}.` }))
  for (const { value, pages } of printProducts) {
    const text = await textOf(await pdfOf(pages(team)))
    for (const { name } of team) expect(text, value).toContain(name)
    expect(text.replace(/\s+/g, ' '), value).toContain(
      value.startsWith('stickers') ? 'Person' : 'Zoë & Søn',
    )
  }
})

async function textOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(pdf)
  return text.join('\n')
}
