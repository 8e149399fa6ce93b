/** The public pages that stand in the place of a card: not found, unavailable, paused, thanks. */
import { thankYou } from '../../card/parts/ExchangeForm.tsx'
import type { PublicCard } from '../../schema/card.ts'
import { viewPath } from '../../schema/screens.ts'
import { documentOf, Foot, type Page, type Site } from './html-document.tsx'

export function notFoundPage(site: Site): Page {
  return alone(site, {
    title: 'Card Not Found',
    words: 'Card not found. The address may be misspelt, or the card not public now.',
    link: { href: '/', words: 'Return to Home' },
    status: 404,
  })
}

/** The card cannot be read now, and no kept copy exists; asks to come back after 5 seconds. */
export function unavailablePage(site: Site, slug: string): Page {
  const page = alone(site, {
    title: 'Failed to load card',
    words: 'This is on our side and usually over within a minute.',
    link: { href: viewPath(slug), words: 'Try again' },
    status: 503,
  })
  page.headers.set('Retry-After', '5')
  return page
}

/** In place of a card its owner has paused: whose it is, and that it is paused. */
export function pausedPage(site: Site, card: PublicCard): Page {
  return alone(site, {
    theme: card.theme,
    title: card.name ?? card.company ?? card.slug,
    words: 'This card is paused',
    status: 200,
  })
}

/** Where a visitor without script lands who has sent the exchange form. */
export function thanksPage(site: Site, card: PublicCard): Page {
  return alone(site, {
    theme: card.theme,
    title: 'Thank you',
    words: card.formConfig.thanks ?? thankYou,
    link: { href: viewPath(card.slug), words: 'Back to the card' },
    status: 200,
  })
}

type Alone = {
  theme?: string
  title: string
  words: string
  link?: { href: string; words: string }
  status: number
}

function alone(site: Site, { theme = 'amber', ...said }: Alone): Page {
  const page = documentOf({
    site,
    theme,
    title: `${said.title}, ${site.product}`,
    head: <meta name="robots" content="noindex" />,
    children: (
      <>
        <main id="card" className="bc-alone">
          <h1 className="bc-name" dir="auto">
            {said.title}
          </h1>
          <p dir="auto">{said.words}</p>
          {said.link && (
            <a className="bc-save" href={said.link.href}>
              {said.link.words}
            </a>
          )}
        </main>
        <Foot site={site} />
      </>
    ),
  })
  return { ...page, status: said.status }
}
