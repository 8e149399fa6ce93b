import { expect, test } from 'vitest'
import videoCases from '../../test/field-cases/f17-videos.json'
import linkCases from '../../test/field-cases/f20-links-with-spaces.json'
import { makeCard, request, signInWithCard } from '../testing/app.ts'

async function viewOf(slug: string) {
  const response = await request('GET', `/view/${slug}`)
  const policy = response.headers.get('Content-Security-Policy') ?? ''
  return { html: await response.text(), policy }
}

test.each(videoCases)('on its page, the video $url is played or linked', async ({ url }) => {
  const { slug } = await makeCard({ videoUrl: url })
  const { html, policy } = await viewOf(slug)
  const [play = ''] = /<a class="bc-play"[^>]*>/.exec(html) ?? []
  expect(play).toContain(`href="${url}"`)
  expect(play).not.toContain('data-kind="file"')
  expect(policy).toContain("media-src 'none'")
  const [, player] = /data-src="([^"]+)"/.exec(play) ?? []
  const frames = /frame-src ([^;]+)/.exec(policy)?.[1] ?? ''
  expect(player ? new URL(player).origin : "'none'").toBe(frames || "'none'")
})

test('a page that is no video opens in its own tab', async () => {
  const { slug } = await makeCard({ videoUrl: 'https://films.example/watch/1' })
  const { html } = await viewOf(slug)
  const [play = ''] = /<a class="bc-play"[^>]*>/.exec(html) ?? []
  expect(play).toContain('target="_blank"')
  expect(play).not.toMatch(/data-(act|kind|src)/)
})

const hrefs = new Map([
  ['tel:+44 7700 900123', 'tel:+447700900123'],
  [
    'mailto:ada@north.example?subject=Hello there',
    'mailto:ada@north.example?subject=Hello%20there',
  ],
  ['https://north.example/price list.pdf', 'https://north.example/price%20list.pdf'],
  ['mailto: ada@north.example', 'mailto:ada@north.example'],
  ['https://https://north.example', 'https://north.example'],
])

test.each(linkCases)('a button that leads to $url is saved and shown', async ({ url }) => {
  const { card, put, request: send } = await signInWithCard(1)
  const customButtons = [{ text: 'Go', url }]
  expect((await send('PUT', put, { slug: card.slug, customButtons })).status).toBe(200)
  expect((await viewOf(card.slug)).html).toContain(`href="${hrefs.get(url)}"`)
})

test('a link with a space in its host is refused with a sentence about it', async () => {
  const { card, put, request: send } = await signInWithCard(1)
  const customButtons = [{ text: 'Go', url: 'https://north .example' }]
  const refused = await send('PUT', put, { slug: card.slug, customButtons })
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('Remove the spaces from the link'),
  ])
})
