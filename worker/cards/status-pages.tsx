/** Public pages without a card: not found, unavailable, paused, left, thank you, a form with an error. */
import type { ReactNode } from 'react'
import { languageQuery } from '../../card/links.ts'
import { SaveContact } from '../../card/parts/Actions.tsx'
import { ExchangeForm, type InvalidForm, thankYou } from '../../card/parts/ExchangeForm.tsx'
import formErrorStyle from '../../card/parts/form-error.css?inline'
import type { PublicCard } from '../../schema/card.ts'
import { safeLink } from '../../schema/link.ts'
import { viewPath } from '../../schema/screens.ts'
import type { FoundCard } from './card-queries.ts'
import { Footer, type Page, renderDocument, type Site } from './html-document.tsx'

export function notFoundPage(site: Site): Page {
  return messagePage(site, {
    title: 'Card Not Found',
    text: "Card not found. The address may be misspelled, or the card isn't public.",
    link: { href: '/', text: 'Return to Home' },
    status: 404,
  })
}

/** For the code of a card that is deleted or not public: a code that existed is never not found. */
export function gonePage(site: Site): Page {
  return messagePage(site, {
    title: 'Card No Longer Available',
    text: "The owner of this code removed the card, or it isn't public right now.",
    link: { href: '/', text: 'Return to Home' },
    status: 410,
  })
}

/** For when the database fails and there is no last copy: 503 with `Retry-After: 5`. */
export function unavailablePage(site: Site, path: string): Page {
  const page = messagePage(site, {
    title: 'Failed to load card',
    text: 'The problem is on our end and usually clears within a minute.',
    link: { href: path, text: 'Try again' },
    status: 503,
  })
  page.headers.set('Retry-After', '5')
  return page
}

/** The page of a paused card: its name and a message. */
export function pausedPage(site: Site, card: PublicCard): Page {
  return messagePage(site, {
    theme: card.theme,
    language: card.language,
    title: card.name ?? card.company ?? card.slug,
    text: 'This card is paused',
    status: 200,
  })
}

/** The page of a card whose owner left, and of a moved one whose successor is gone: nothing of the card itself. */
export function leftPage(
  site: Site,
  { card, successor, successorUrl }: Pick<FoundCard, 'card' | 'successor' | 'successorUrl'>,
): Page {
  const url = safeLink(successorUrl)
  const company = url ? { href: url, text: `Visit ${hostOf(url)}` } : undefined
  return messagePage(site, {
    theme: card.theme,
    title: 'Card No Longer in Use',
    text: successor ? 'Please contact a colleague instead.' : 'Its owner no longer uses this card.',
    more: successor && (
      <a className="bc-save" href={viewPath(successor.slug)} dir="auto">
        {successor.name ?? successor.slug}
      </a>
    ),
    link: company ?? (successor ? undefined : { href: '/', text: 'Return to Home' }),
    status: 200,
  })
}

function hostOf(url: string): string {
  return URL.parse(url)?.host.replace(/^www\./, '') || url
}

/** The page after the exchange form was sent without script. */
export function thanksPage(site: Site, card: PublicCard): Page {
  return messagePage(site, {
    theme: card.theme,
    language: card.language,
    title: 'Thank you',
    text: card.formConfig.thanks ?? thankYou,
    more: <SaveContact card={card} />,
    link: { href: viewPath(card.slug) + languageQuery(card), text: backToCard },
    status: 200,
  })
}

/** The exchange form again, filled in and with what is wrong, after it was sent without script and was invalid. */
export function formErrorPage(
  site: Site,
  card: PublicCard,
  { status, ...invalid }: InvalidForm & { status: number },
): Page {
  const { field, message } = invalid.error
  return messagePage(site, {
    theme: card.theme,
    language: card.language,
    title: 'Exchange contact',
    text: field ? undefined : message,
    more: <ExchangeForm card={card} invalid={invalid} />,
    link: { href: viewPath(card.slug) + languageQuery(card), text: backToCard },
    rules: formErrorStyle,
    status,
  })
}

const backToCard = 'Back to the card'

type MessageContent = {
  theme?: string
  language?: string
  title: string
  text?: string
  /** Between the text and the link, which is then the second choice. */
  more?: ReactNode
  link?: { href: string; text: string }
  rules?: string
  status: number
}

function messagePage(site: Site, { theme = 'amber', rules, ...content }: MessageContent): Page {
  const page = renderDocument({
    site,
    theme,
    language: content.language,
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
