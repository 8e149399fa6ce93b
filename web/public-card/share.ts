/** Sharing and copying, with fallbacks for older browsers. */
import { showStatus } from './status-line.ts'
import { words } from './words.ts'

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

/** Not the URL of a share point, which counts where the visitor got the card, nor that of a language. */
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
