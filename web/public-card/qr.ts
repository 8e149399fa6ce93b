/** The QR dialog, and its code as a file. */

const pixels = 800

export function openQr(): void {
  const dialog = document.querySelector<HTMLDialogElement>('.bc-qrd')
  // Newer browsers have opened it already, from the button's `command`.
  if (dialog && !dialog.open) dialog.showModal()
}

/** Saves the code under the name on the button, whose ending tells the kind. */
export function saveQr({ dataset }: HTMLElement): void {
  const code = document.querySelector<SVGSVGElement>('.bc-qrd .bc-qr')
  if (!code) return
  const name = dataset.name ?? ''
  if (name.endsWith('.svg')) save(svgFile(code), name)
  else draw(code).toBlob((file) => file && save(file, name))
}

function svgFile(code: SVGSVGElement): Blob {
  return new Blob([new XMLSerializer().serializeToString(code)], { type: 'image/svg+xml' })
}

function draw(code: SVGSVGElement): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width: pixels, height: pixels })
  const pen = canvas.getContext('2d')
  if (!pen) return canvas
  pen.scale(pixels / code.viewBox.baseVal.width, pixels / code.viewBox.baseVal.height)
  for (const path of code.querySelectorAll('path')) {
    pen.fillStyle = path.getAttribute('fill') ?? '#000'
    pen.fill(new Path2D(path.getAttribute('d') ?? ''))
  }
  return canvas
}

function save(file: Blob, name: string) {
  const link = Object.assign(document.createElement('a'), {
    href: URL.createObjectURL(file),
    download: name,
  })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
