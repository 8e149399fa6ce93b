/**
 * Panel for browsers inside other apps, where saving a contact often does nothing: helps to open the page elsewhere.
 */

import css from './in-app.css?inline'
import { adoptStylesheet, words } from './page.ts'
import { copyText, pageUrl } from './share.ts'

const apps = /FBA[NV]|Instagram|LinkedInApp|\bLine\/|MicroMessenger|TikTok|musical_ly|Bytedance/
const isInApp = apps.test(navigator.userAgent)

if (isInApp) showPanel()

/** Shows the panel again after a tap on Save Contact; returns whether this is the browser of an app. */
export function leadOut(): boolean {
  if (isInApp) showPanel().focus()
  return isInApp
}

function showPanel(): HTMLElement {
  const shown = document.querySelector<HTMLElement>('.bc-out')
  if (shown) return shown
  adoptStylesheet(css)
  const panel = document.createElement('section')
  panel.className = 'bc-out'
  panel.tabIndex = -1
  panel.ariaLabel = words.inAppTitle ?? ''
  const isAndroid = /Android/.test(navigator.userAgent)
  panel.append(
    text('h2', words.inAppTitle),
    text('p', words.inAppText),
    ...(isAndroid ? [browserLink()] : [text('p', words.inAppMenu)]),
    button(words.copyLink, () => copyText(pageUrl(), words.linkCopied)),
    ...copyNumber(),
    button(words.close, () => panel.remove()),
  )
  document.querySelector('.bc-bar')?.after(panel)
  return panel
}

/** Android opens an `intent:` link in the default browser. */
function browserLink(): HTMLElement {
  const link = document.createElement('a')
  const { protocol, host, pathname, search } = location
  const scheme = protocol.slice(0, -1)
  link.className = 'bc-save'
  link.href = `intent://${host}${pathname}${search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`
  link.textContent = words.openBrowser ?? ''
  return link
}

/** Returns a button that copies the first phone number. */
function copyNumber(): HTMLElement[] {
  const row = document.querySelector('.bc-row a[href^="tel:"]')?.parentElement
  const copy = row?.querySelector<HTMLElement>('[data-copy]')
  if (!copy) return []
  return [button(copy.ariaLabel ?? '', () => copyText(copy.dataset.copy ?? '', words.copied))]
}

function button(label: string | undefined, act: () => void): HTMLElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = label ?? ''
  element.addEventListener('click', act)
  return element
}

function text(tag: 'h2' | 'p', content: string | undefined): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = content ?? ''
  return element
}
