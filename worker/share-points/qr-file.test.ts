import { expect, test } from 'vitest'
import { SharePoint } from '../../schema/share-points/share-point.ts'
import { payloadsFor } from '../../trust/hostile-texts.ts'
import { signInWithCard } from '../testing/app.ts'
import { readQrPng, readQrSvg } from '../testing/read-qr.ts'

const pathOf = (cardId: number) => `/api/business-cards/${cardId}/share-points`

test('the QR codes contain the URL of the share point, in print size', async () => {
  const owner = await signInWithCard(1)
  const fields = { label: 'Booth 12', kind: 'booth' }
  const created = await owner.request('POST', pathOf(owner.card.id), fields)
  const { id, url } = SharePoint.parse(await created.json())
  const svg = await owner.request('GET', `/api/share-points/${id}/qr.svg`)
  expect(svg.headers.get('Content-Type')).toMatch(/^image\/svg\+xml/)
  expect(svg.headers.get('Content-Disposition')).toContain(
    `attachment; filename="Edgecard-${owner.card.slug}-Booth 12.svg"`,
  )
  expect(readQrSvg(await svg.text())).toBe(url)
  for (const [query, size] of [
    ['', 1024],
    ['?size=256', 256],
    ['?size=4096', 4096],
  ] as const) {
    const png = await owner.request('GET', `/api/share-points/${id}/qr.png${query}`)
    expect(png.headers.get('Content-Type')).toBe('image/png')
    expect(readQrPng(new Uint8Array(await png.arrayBuffer()))).toEqual({ size, text: url })
  }
})

test('a label is text everywhere: stored as typed, and no part of a file name or header', async ({
  task,
}) => {
  const tried = payloadsFor(task)
  const owner = await signInWithCard(1)
  let cases = 0
  for (const { text } of tried.slice(0, 80)) {
    const label = text.trim().slice(0, 60).toWellFormed()
    const response = await owner.request('POST', pathOf(owner.card.id), { label, kind: 'link' })
    if (response.status !== 201) {
      expect(await response.text()).toMatch(/^(Label must be|Enter a label|The request)/)
      continue
    }
    const point = SharePoint.parse(await response.json())
    expect(point.label).toBe(label.trim())
    const qr = await owner.request('GET', `/api/share-points/${point.id}/qr.svg`)
    expect(qr.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="[A-Za-z0-9 ._-]+\.svg"; filename\*=UTF-8''[\w.!~%-]+$/,
    )
    expect(readQrSvg(await qr.text())).toBe(point.url)
    await owner.request('PATCH', `/api/share-points/${point.id}`, { archived: true })
    cases += 1
    if (cases === 30) break
  }
  task.meta.proves = { what: 'payloads as labels of share points', cases }
})
