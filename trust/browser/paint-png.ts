/** Runs in the browser: the PNG file of a code, as the studio downloads it. */
import { drawQr } from '../../card/qr/drawing.ts'
import { qrPng } from '../../web/qr/paint-qr.ts'
import type { StyledCode } from '../random-qr-styles.ts'

declare global {
  interface Window {
    /** As a data URL, 1024 pixels wide, with a red square as the logo. */
    paintPng: (code: StyledCode) => Promise<string>
  }
}

window.paintPng = async ({ content, style, hasLogo }) => {
  const logo = hasLogo ? { key: 'red', canvas: redSquare() } : undefined
  return dataUrl(await qrPng({ drawing: drawQr(content, style, hasLogo), logo }, 1024))
}

function redSquare(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('Canvas 2D is not supported')
  canvas.width = canvas.height = 512
  context.fillStyle = '#d11a2a'
  context.fillRect(0, 0, 512, 512)
  return canvas
}

function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
