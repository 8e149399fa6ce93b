/** Public pages with a message instead of a card: not found, gone, unavailable, paused, left, thank you, form errors. */
import type { ReactNode } from 'react'
import { type CardWithUnlockTokens, languageQuery } from '../../card/links.ts'
import { SaveContact } from '../../card/parts/Actions.tsx'
import { ExchangeForm, type InvalidForm } from '../../card/parts/ExchangeForm.tsx'
import formErrorStyle from '../../card/parts/form-error.css?inline'
import { copyLabel } from '../../card/receipt-words.ts'
import { fill } from '../../card/words/en.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import { safeLink } from '../../schema/link.ts'
import { viewPath } from '../../schema/screens.ts'
import { Footer, type Page, renderDocument, type Site } from './html-document.tsx'
import type { FoundCard } from './public-card-queries.ts'

export function notFoundPage(site: Site): Page {
  return messagePage(site, {
    title: site.words.notFoundTitle,
    text: site.words.notFoundText,
    link: { href: '/', text: site.words.home },
    status: 404,
  })
}

/** For the code of a card that is deleted or not public. A 404 is only for codes that never existed. */
export function gonePage(site: Site): Page {
  return messagePage(site, {
    title: site.words.goneTitle,
    text: site.words.goneText,
    link: { href: '/', text: site.words.home },
    status: 410,
  })
}

/** For a failure of the database while there is no last copy: 503 with `Retry-After: 5`. */
export function unavailablePage(site: Site, path: string): Page {
  const page = messagePage(site, {
    title: site.words.failedTitle,
    text: site.words.failedText,
    link: { href: path, text: site.words.tryAgain },
    status: 503,
  })
  page.headers.set('Retry-After', '5')
  return page
}

/** The page of a paused card: its name and a message. */
export function pausedPage(site: Site, card: PublicCard): Page {
  return messagePage(site, {
    theme: card.theme,
    title: card.name ?? card.company ?? card.slug,
    text: site.words.paused,
    status: 200,
  })
}

/** For a card whose owner left, or a moved card whose successor is gone. Shows nothing of the card itself. */
export function leftPage(
  site: Site,
  { card, successor, successorUrl }: Pick<FoundCard, 'card' | 'successor' | 'successorUrl'>,
): Page {
  const url = safeLink(successorUrl)
  const company = url
    ? { href: url, text: fill(site.words.visit, { host: hostOf(url) }) }
    : undefined
  return messagePage(site, {
    theme: card.theme,
    title: site.words.leftTitle,
    text: successor ? site.words.colleague : site.words.leftText,
    more: successor && (
      <a className="bc-save" href={viewPath(successor.slug)} dir="auto">
        {successor.name ?? successor.slug}
      </a>
    ),
    link: company ?? (successor ? undefined : { href: '/', text: site.words.home }),
    status: 200,
  })
}

function hostOf(url: string): string {
  return URL.parse(url)?.host.replace(/^www\./, '') || url
}

/** For a form that was sent without script. `back` is the path of the card's page. */
export function thanksPage(site: Site, card: CardWithUnlockTokens, back: string): Page {
  return messagePage(site, {
    theme: card.theme,
    title: site.words.thankYou,
    text: card.formConfig.thanks ?? site.words.sent,
    more: <SaveContact card={card} words={site.words} />,
    link: { href: back + languageQuery(card), text: site.words.backToCard },
    status: 200,
  })
}

/** For an invalid form that was sent without script: the form again, filled in, with the error. */
export function formErrorPage(
  site: Site,
  card: PublicCard,
  { status, ...invalid }: InvalidForm & { status: number },
): Page {
  const { field, message } = invalid.error
  return messagePage(site, {
    theme: card.theme,
    title: site.words.exchange,
    text: field ? undefined : message,
    more: (
      <ExchangeForm
        card={card}
        words={site.words}
        invalid={invalid}
        copyLabel={site.offersCopies ? copyLabel(card, site.words) : undefined}
      />
    ),
    link: { href: viewPath(card.slug) + languageQuery(card), text: site.words.backToCard },
    rules: formErrorStyle,
    status,
  })
}

/** For a card whose form was removed while a visitor filled it in without script. */
export function noFormPage(site: Site, card: PublicCard): Page {
  return messagePage(site, {
    theme: card.theme,
    title: site.words.exchange,
    text: site.words.noForm,
    link: { href: viewPath(card.slug) + languageQuery(card), text: site.words.backToCard },
    status: 404,
  })
}

type MessageContent = {
  theme?: string
  title: string
  text?: string
  /** Shown between the text and the link, which then looks like a second choice. */
  more?: ReactNode
  link?: { href: string; text: string }
  rules?: string
  status: number
}

export function messagePage(
  site: Site,
  { theme = 'amber', rules, ...content }: MessageContent,
): Page {
  const page = renderDocument({
    site,
    theme,
    title: `${content.title}, ${site.product}`,
    rules,
    hasForm: rules !== undefined,
    head: <meta name="robots" content="noindex" />,
    children: (
      <>
        <main id="card" className="bc-alone">
          <h1 className="bc-name" dir="auto">
            {content.title}
          </h1>
          {content.text && <p dir="auto">{content.text}</p>}
          {content.more}
          {content.link && (
            <a className={content.more ? 'bc-tog' : 'bc-save'} href={content.link.href}>
              {content.link.text}
            </a>
          )}
        </main>
        <Footer site={site} />
      </>
    ),
  })
  return { ...page, status: content.status }
}
