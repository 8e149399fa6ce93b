/** Share sheet, copying and the QR code, with fallbacks for older browsers. */
import { showStatus, words } from './page.ts'

/** Opens the device's share sheet; if there is none, copies the link. */
export function share(): void {
  const url = pageUrl()
  if (!navigator.share) return void copyText(url, words.linkCopied)
  navigator.share({ title: document.title, url: `${url}#share` }).catch((reason) => {
    // Closing the sheet is not an error.
    if (!(reason instanceof DOMException && reason.name === 'AbortError'))
      copyText(url, words.linkCopied)
  })
}

/** Returns the plain URL of the card, not the visitor's share point or language. */
export function pageUrl(): string {
  const [url = ''] = (
    document.querySelector<HTMLLinkElement>('[rel=canonical]')?.href ??
    location.origin + location.pathname
  ).split('?')
  return url
}

export function copy({ dataset }: HTMLElement): void {
  copyText(dataset.copy ?? '', words.copied)
}

export async function copyText(text: string, done: string | undefined): Promise<void> {
  const ok = navigator.clipboard
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => copyWithExecCommand(text),
      )
    : copyWithExecCommand(text)
  showStatus(ok ? done : words.copyBlocked)
}

// Over plain http, as on a local network, `navigator.clipboard` is undefined.
function copyWithExecCommand(text: string): boolean {
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true })
  field.className = 'bc-trap'
  document.body.append(field)
  field.select()
  const ok = document.execCommand('copy')
  field.remove()
  return ok
}

export function openQr(): void {
  // Newer browsers open it through the button's `command`; it may already be closed again.
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

// Whole pixels per module; 20 keep the edges sharp in print.
const pixelsPerModule = 20

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
