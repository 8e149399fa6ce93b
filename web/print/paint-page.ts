import { qrFont } from '../../card/qr/drawing.ts'
import { lineHeight } from '../pdf/wrap-lines.ts'
import { paintQr } from '../qr/qr-picture.ts'
import { createCanvas } from '../ui/canvas.ts'
import { flowText, type Measure, type PageItem, type PrintPage, type TextBlock } from './page.ts'

/** Paints a page, `width` pixels wide. */
export function paintPage(page: PrintPage, width: number): HTMLCanvasElement {
  const scale = width / page.width
  const { canvas, context } = createCanvas({ width, height: page.height * scale })
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  for (const item of page.items) paintItem(context, page, item)
  return canvas
}

function paintItem(context: CanvasRenderingContext2D, page: PrintPage, item: PageItem): void {
  switch (item.kind) {
    case 'rectangle':
      context.fillStyle = item.color
      context.beginPath()
      context.roundRect(item.x, item.y, item.width, item.height, item.radius ?? 0)
      context.fill()
      break
    case 'image':
      context.drawImage(item.image.canvas, item.x, item.y, item.width, item.height)
      break
    case 'code': {
      const { drawing, logo } = item.code
      const sharp = item.width * context.getTransform().a * 2
      const { canvas } = paintQr(drawing, sharp, logo)
      context.drawImage(
        canvas,
        item.x,
        item.y,
        item.width,
        (item.width * drawing.height) / drawing.width,
      )
      break
    }
    case 'mark':
      context.lineWidth = 0.2
      context.strokeStyle = '#000'
      context.beginPath()
      context.moveTo(...item.from)
      context.lineTo(...item.to)
      context.stroke()
      break
    case 'text':
      paintBlock(context, item)
      break
    case 'turned':
      context.save()
      context.transform(-1, 0, 0, -1, page.width, page.height)
      for (const inner of item.items) paintItem(context, page, inner)
      context.restore()
  }
}

function paintBlock(context: CanvasRenderingContext2D, block: TextBlock): void {
  const { bold: strong, plain } = block.fonts ?? { bold: qrFont, plain: qrFont }
  const font = (size: number, bold: boolean) =>
    bold ? `600 ${size}px ${strong}` : `400 ${size}px ${plain}`
  const measure: Measure = (text, { size, bold }) => {
    context.font = font(size, bold)
    return context.measureText(text).width
  }
  context.fillStyle = block.color
  context.textBaseline = 'middle'
  for (const { text, x, y, size, bold } of flowText(block, measure)) {
    context.font = font(size, bold)
    context.fillText(text, x, y + (size * lineHeight) / 2)
  }
}
