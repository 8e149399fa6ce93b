/**
 * Pages for visitors who sent a form: their receipt, with what they sent, to correct or delete, and the contact to save; and
 * behind the links of our emails, one sentence and one button. They need no script.
 */
import { languageQuery } from '../../card/links.ts'
import { SaveContact } from '../../card/parts/Actions.tsx'
import { type FilledForm, FormFields, fieldLabel } from '../../card/parts/ExchangeForm.tsx'
import formStyle from '../../card/parts/form-error.css?inline'
import { receiptWords } from '../../card/receipt-words.ts'
import { fill } from '../../card/words/en.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import { formFieldKeys, receiptPath } from '../../schema/inbox/form.ts'
import { viewPath } from '../../schema/screens.ts'
import type { Page, Site } from '../public/html-document.tsx'
import { messagePage } from '../public/status-pages.tsx'

/** What the page says first: after the form was sent, after a correction, or when it is opened again. */
export type ReceiptNews = 'sent' | 'saved' | 'none'

type ReceiptContent = {
  token: string
  until: Date
  /** Undefined once the card is deleted. */
  card: PublicCard | undefined
  isLive: boolean
  filled: FilledForm
  news: ReceiptNews
  status?: number
}

export function receiptPage(site: Site, content: ReceiptContent): Page {
  const { card, isLive, news, status = 200 } = content
  const { words } = site
  const thanks = card?.formConfig.thanks ?? words.sent
  const back = card && isLive
  return asPrivate(
    messagePage(site, {
      theme: card?.theme,
      title: news === 'sent' ? words.thankYou : words.receipt,
      text: { sent: thanks, saved: words.changesSaved, none: undefined }[news],
      more: <Receipt site={site} {...content} />,
      link: back
        ? { href: viewPath(card.slug) + languageQuery(card), text: words.backToCard }
        : undefined,
      rules: formStyle,
      status,
    }),
  )
}

/** For a link that is unknown or expired, and after a deletion. */
export function receiptGonePage(site: Site, { isDeleted }: { isDeleted: boolean }): Page {
  return asPrivate(
    messagePage(site, {
      title: site.words.receipt,
      text: isDeleted ? site.words.sentDeleted : site.words.receiptGone,
      link: { href: '/', text: site.words.home },
      status: isDeleted ? 200 : 404,
    }),
  )
}

/** Keeps a page whose address is its only protection out of caches, search engines and `Referer` headers. */
function asPrivate(page: Page): Page {
  const headers = new Headers(page.headers)
  headers.set('Cache-Control', 'private, no-store')
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('X-Robots-Tag', 'noindex')
  return { ...page, headers }
}

function Receipt({ site, token, until, card, isLive, filled }: ReceiptContent & { site: Site }) {
  const { words } = site
  const fields = card?.formConfig.fields ?? []
  const date = new Intl.DateTimeFormat(words.language, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <>
      {card && isLive && <SaveContact card={card} words={words} />}
      <OtherAnswers site={site} filled={filled} shown={fields.map(({ key }) => key)} />
      {card && fields.length > 0 && (
        <form className="bc-form" method="post" action={receiptPath(token) + languageQuery(card)}>
          <FormFields card={card} words={words} filled={filled} />
          <button className="bc-tog" type="submit">
            {words.saveChanges}
          </button>
        </form>
      )}
      <details>
        <summary className="bc-tog">{words.deleteSent}</summary>
        <form className="bc-form" method="post" action={`${receiptPath(token)}/delete`}>
          <button className="bc-save" type="submit">
            {words.deleteSent}
          </button>
        </form>
      </details>
      <p>{fill(words.receiptPrivate, { date: date.format(until) })}</p>
    </>
  )
}

/** Answers to fields that the form no longer has. */
function OtherAnswers({
  site,
  filled,
  shown,
}: {
  site: Site
  filled: FilledForm
  shown: string[]
}) {
  const others = formFieldKeys.filter((key) => !shown.includes(key) && filled.answers[key])
  if (others.length === 0) return null
  return (
    <dl className="bc-form">
      {others.map((key) => (
        <div key={key}>
          <dt>{fieldLabel(site.words, key)}</dt>
          <dd dir="auto">{filled.answers[key]}</dd>
        </div>
      ))}
    </dl>
  )
}

export type MailLinkState = 'confirm' | 'confirmed' | 'stop' | 'stopped' | 'gone'

/** The page behind a link in an email. `path` is the path of the link; `weeklyTo` is the address that gets the weekly email. */
export function mailLinkPage(
  site: Site,
  { state, path, weeklyTo }: { state: MailLinkState; path: string; weeklyTo?: string | undefined },
): Page {
  const words = receiptWords(site.words)
  const emails = weeklyTo ? fill(words.getsWeekly, { email: weeklyTo }) : words.getsCopies
  const content = {
    confirm: { title: words.confirmSubject, button: words.confirm, action: path },
    confirmed: { title: site.words.thankYou, text: words.confirmed },
    stop: { title: words.settings, text: emails, button: words.stop, action: path },
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
