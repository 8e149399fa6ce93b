import { expect, test } from '@playwright/test'
import { bundle } from '../build/card-scripts.ts'
import { drawQr } from '../card/qr/drawing.ts'
import { isReadable } from '../web/qr/check-qr.ts'
import { claim } from './browser/hostile.ts'
import { randomStyles } from './random-qr-styles.ts'
import { cropped, failedViews, hasTools, pixelsOf } from './read-codes.ts'

const count = 200

test('PNG files of random styles, painted by Chromium, are read whole, small, blurred and turned', async ({
  page,
}) => {
  expect(hasTools('zbarimg')).toBe(true)
  await page.setContent('<title>Codes</title>')
  await page.addScriptTag({
    type: 'module',
    content: await bundle('trust/browser/paint-png.ts', 'js'),
  })
  await page.waitForFunction(() => 'paintPng' in window)
  let refused = 0
  for (const code of randomStyles(count)) {
    const url = await page.evaluate((styled) => window.paintPng(styled), code)
    const image = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
    const drawing = drawQr(code.content, code.style, code.hasLogo)
    const { side } = drawing.code
    const whole = await cropped(image, drawing)
    const imageOf = (width: number) => pixelsOf(whole, width)
    // The check of the studio.
    if (!(await isReadable({ imageOf, modules: side, content: code.content }))) {
      refused += 1
      continue
    }
    const scale = { share: side / drawing.width, modules: side, ground: code.style.light }
    expect(
      await failedViews({ image, code: whole }, code.content, scale),
      JSON.stringify(code.style),
    ).toEqual([])
  }
  // A logo on a long link makes the modules too small.
  expect(refused).toBeLessThan(count / 5)
  claim('PNG files of QR codes of random styles read back by jsQR and ZBar', count - refused)
})
