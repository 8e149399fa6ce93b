/** The public pages of cards: a card, and what stands in its place when there is none to show. */

import { CardArticle } from '../../card/Card.tsx'
import { sanitizeCss } from '../../card/custom-css/custom-css.ts'
import guardStyle from '../../card/custom-css/isolation.css?inline'
import { Icon } from '../../card/icons/Icon.tsx'
import { cardRules, video } from '../../card/links.ts'
import { SaveContact } from '../../card/parts/Actions.tsx'
import { thankYou } from '../../card/parts/ExchangeForm.tsx'
import { QrCode } from '../../card/parts/QrCode.tsx'
import stateStyle from '../../card/parts/state-banner.css?inline'
import type { PublicCard } from '../../schema/card.ts'
import type { CardState } from '../../schema/card-fields.ts'
import { safeImage } from '../../schema/link.ts'
import { qrLink, viewPath } from '../../schema/screens.ts'
import { Head, person, titleOf } from './Head.tsx'
import { documentOf, type Page, type Site } from './html-document.tsx'

type Showing = { avatar?: string; own?: boolean; state?: CardState; css?: string | null }

/**
 * A card as a page. `avatar` is its photo as a data address; `own` marks it for somebody whose visits do not count, who
 * is told of any `state` but live. `css` is the owner's, as typed, for those who may see it.
 */
export function cardPage(
  site: Site,
  card: PublicCard,
  { avatar, own = false, state = 'live', css }: Showing = {},
): Page {
  return documentOf({
    site,
    theme: card.theme,
    title: titleOf(card),
    rules: cardRules(card) + (state === 'live' ? '' : stateStyle) + ownersRules(css),
    hasForm: card.formConfig.fields.length > 0,
    head: <Head site={site} card={card} />,
    bar: <BarButtons />,
    linked: person(site, card),
    card: { id: card.id, own },
    hosts: hostsOf(card, avatar),
    children: (
      <>
        {state !== 'live' && <p className="bc-state">{stateWords[state]}</p>}
        <main id="card">
          <CardArticle card={card} variant="full" avatar={avatar} />
        </main>
        <Foot site={site} />
        <div className="bc-dock" hidden>
          <SaveContact card={card} />
        </div>
        <QrDialog site={site} slug={card.slug} />
        <p className="bc-note" id="note" role="status" hidden>
          {downloadFailed}
        </p>
      </>
    ),
  })
}

export function notFoundPage(site: Site): Page {
  return alone(site, {
    title: 'Card Not Found',
    words: 'Card not found. The address may be misspelt, or the card not public now.',
    link: { href: '/', words: 'Return to Home' },
    status: 404,
  })
}

/** The card cannot be read now, and no kept copy exists; asks to come back after 5 seconds. */
export function failedPage(site: Site, slug: string): Page {
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

const stateWords = {
  draft: 'Draft: only you see this',
  paused: 'Paused: visitors see only the name',
}

const downloadFailed = 'Download failed. Failed to download contact information. Please try again.'

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

function BarButtons() {
  return (
    <>
      <button type="button" className="bc-js" data-act="share">
        <Icon name="share" size={18} />
        Share
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        data-act="qr"
        // Newer browsers open the dialog by these two, without script.
        {...{ command: 'show-modal', commandfor: 'qr-dialog' }}
      >
        <Icon name="qr" size={18} />
        QR Code
      </button>
    </>
  )
}

function QrDialog({ site, slug }: { site: Site; slug: string }) {
  const name = `${site.shortName}-${slug}`
  return (
    <dialog className="bc-qrd" id="qr-dialog" aria-labelledby="qr-title">
      <h2 id="qr-title">Scan to view card</h2>
      <div className="bc-plate">
        <QrCode text={qrLink(site.origin, slug)} size={200} />
      </div>
      <div className="bc-js">
        <button type="button" data-act="png" data-name={`${name}.png`}>
          Download PNG
        </button>
        <button type="button" data-act="svg" data-name={`${name}.svg`}>
          Download SVG
        </button>
      </div>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  )
}

function Foot({ site }: { site: Site }) {
  return (
    <footer className="bc-foot">
      Powered by <a href="/">{site.product}</a> · <a href="/privacy">Privacy</a>
    </footer>
  )
}

/** Stored as typed and made safe here: a stricter rule holds at once, and only pages made for one viewer pay for it. */
function ownersRules(css: string | null | undefined): string {
  const safe = css ? sanitizeCss(css) : undefined
  return safe && 'css' in safe && safe.css ? safe.css + guardStyle : ''
}

/** Exactly the hosts this card shows something of. */
function hostsOf(card: PublicCard, avatar: string | undefined) {
  const pictures = [
    card.profilePicture,
    card.coverPhoto,
    card.logoUrl,
    card.faviconUrl,
    ...card.gallery.map(({ url }) => url),
  ].flatMap(hostOf)
  const film = video(card.videoUrl)
  return {
    images: [...(avatar ? ['data:'] : []), ...new Set(pictures)],
    frames: [
      ...(card.address || card.hasChat ? ["'self'"] : []),
      ...(film && film.kind !== 'file' ? [film.host] : []),
    ],
    media: film?.kind === 'file' ? [film.host] : [],
  }
}

/** The host of a picture that is not our own. */
function hostOf(picture: string | null): string | string[] {
  const url = safeImage(picture)
  return url && !url.startsWith('/') ? new URL(url).origin : []
}
