/** Sharing and copying, each with a way that works where the newer one is missing. */
import { showStatus } from './status-line.ts'

const copied = 'Link copied. Card link has been copied to clipboard.'

/** The share sheet of the device; without one, the link is copied. */
export function share(): void {
  const url = location.origin + location.pathname
  if (!navigator.share) return void copyText(url, copied)
  navigator.share({ title: document.title, url: `${url}#share` }).catch((reason) => {
    // A sheet that was closed is no failure.
    if (!(reason instanceof DOMException && reason.name === 'AbortError')) copyText(url, copied)
  })
}

export function copy({ dataset }: HTMLElement): void {
  copyText(dataset.copy ?? '', 'Copied to clipboard.')
}

async function copyText(text: string, done: string): Promise<void> {
  const ok = navigator.clipboard
    ? await navigator.clipboard.writeText(text).then(
        () => true,
        () => copyOldWay(text),
      )
    : copyOldWay(text)
  showStatus(ok ? done : 'The browser did not allow copying. Select the text and copy it by hand.')
}

// Over plain http, as on the local network, there is no clipboard object.
function copyOldWay(text: string): boolean {
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true })
  field.className = 'bc-trap'
  document.body.append(field)
  field.select()
  const ok = document.execCommand('copy')
  field.remove()
  return ok
}
