import { expect, test } from 'vitest'
import { drawQr, qrSvg } from '../../card/qr/drawing.ts'
import { plainQr, qrColorError } from '../../schema/share-points/share-point.ts'

test('a logo covers at most a fifth of the width, and a frame leaves the quiet zone', () => {
  for (const content of [
    'https://a.example/s/K7QX2M',
    `https://a.example/view/${'a'.repeat(60)}#qr`,
  ]) {
    const { code, logo, width, height } = drawQr(content, { ...plainQr, frame: 'Scan me' }, true)
    expect(logo?.side).toBeLessThanOrEqual((code.side - 8) / 5)
    expect(code.x).toBeGreaterThan(0)
    expect(width).toBe(code.side + 2 * code.x)
    expect(height).toBeGreaterThan(code.y + code.side)
  }
})

test('colors with too little contrast and inverted ones are refused with the reason', () => {
  expect(qrColorError({ dark: '#000000', light: '#ffffff' })).toBeUndefined()
  expect(qrColorError({ dark: '#757575', light: '#ffffff' })).toBeUndefined()
  expect(qrColorError({ dark: '#888888', light: '#ffffff' })).toContain('The contrast is 3.5:1.')
  expect(qrColorError({ dark: '#ffffff', light: '#000000' })).toContain('Swap the two colors')
})

test('a frame text of any script is text in the SVG', () => {
  const frame = '<b>&"\' Привет 名刺'
  const svg = qrSvg(drawQr('https://a.example/s/K7QX2M', { ...plainQr, frame }, false))
  expect(svg).toContain('>&#60;b&#62;&#38;&#34;&#39; Привет 名刺</text>')
})
