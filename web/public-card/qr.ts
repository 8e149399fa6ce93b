/** QR code dialog and download. */

// Whole pixels per module; 20 keep the edges sharp in print.
const pixelsPerModule = 20

export function openQr(): void {
  // Newer browsers opened it through the button's `command`; it may already be closed again.
  if ('command' in HTMLButtonElement.prototype) return
  document.querySelector<HTMLDialogElement>('.bc-qrd')?.showModal()
}

/** Downloads the code under the name on the button; the file extension selects the format. */
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
  const side = code.viewBox.baseVal.width * pixelsPerModule
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.scale(pixelsPerModule, pixelsPerModule)
  const [background, modules] = [...code.querySelectorAll('path')].map(
    (path) => new Path2D(path.getAttribute('d') ?? ''),
  )
  context.fillStyle = '#fff'
  if (background) context.fill(background)
  if (modules) context.stroke(modules)
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
