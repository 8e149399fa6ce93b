/** The pages of the links in emails to visitors: one sentence and one button. Need no script. */
import { receiptWords } from '../../card/receipt-words.ts'
import type { Page, Site } from '../public/html-document.tsx'
import { messagePage } from '../public/status-pages.tsx'
import { asPrivate } from './receipt-page.tsx'

export type MailLinkState = 'confirm' | 'confirmed' | 'stop' | 'stopped' | 'gone'

/** `path` is that of the link. */
export function mailLinkPage(
  site: Site,
  { state, path }: { state: MailLinkState; path: string },
): Page {
  const words = receiptWords(site.words)
  const content = {
    confirm: { title: words.confirmSubject, button: words.confirm, action: path },
    confirmed: { title: site.words.thankYou, text: words.confirmed },
    stop: { title: words.settings, text: words.receiving, button: words.stop, action: path },
    stopped: {
      title: words.settings,
      text: words.stopped,
      button: words.resume,
      action: `${path}/undo`,
    },
    gone: { title: site.words.receipt, text: words.confirmGone },
  }[state]
  const { title, text, button, action } = { text: undefined, button: '', action: '', ...content }
  return asPrivate(
    messagePage(site, {
      title,
      text,
      more: button && (
        <form method="post" action={`${action}?l=${site.words.language}`}>
          <button className={state === 'stopped' ? 'bc-tog' : 'bc-save'} type="submit">
            {button}
          </button>
        </form>
      ),
      link: state === 'gone' ? { href: '/', text: site.words.home } : undefined,
      status: state === 'gone' ? 404 : 200,
    }),
  )
}
