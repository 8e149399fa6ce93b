/** The QR dialog, and its code as a file. */

// A code has a whole number of modules; 20 pixels for each keeps their edges sharp at any size of print.
const pixelsPerModule = 20

export function openQr(): void {
  // Newer browsers opened it at once, from the button's `command`; by now it may have been closed again.
  if ('command' in HTMLButtonElement.prototype) return
  document.querySelector<HTMLDialogElement>('.bc-qrd')?.showModal()
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
  const side = code.viewBox.baseVal.width * pixelsPerModule
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
  const pen = canvas.getContext('2d')
  if (!pen) return canvas
  pen.scale(pixelsPerModule, pixelsPerModule)
  const [paper, modules] = [...code.querySelectorAll('path')].map(
    (path) => new Path2D(path.getAttribute('d') ?? ''),
  )
  pen.fillStyle = '#fff'
  if (paper) pen.fill(paper)
  if (modules) pen.stroke(modules)
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
