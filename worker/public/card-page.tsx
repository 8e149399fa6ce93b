/** Renders the page of a card. */
import { CardArticle } from '../../card/Card.tsx'
import { telHref } from '../../card/contact/phone.ts'
import { sanitizeCss } from '../../card/custom-css/custom-css.ts'
import guardStyle from '../../card/custom-css/isolation.css?inline'
import { Icon } from '../../card/icons/Icon.tsx'
import { moreNetworkLogos } from '../../card/icons/more-network-logos.ts'
import { addNetworkLogos } from '../../card/icons/NetworkIcon.tsx'
import { type CardWithUnlockTokens, cardRules } from '../../card/links.ts'
import { SaveContact } from '../../card/parts/Actions.tsx'
import audienceStyle from '../../card/parts/audience.css?inline'
import { leftSections } from '../../card/parts/columns.ts'
import { Exchange } from '../../card/parts/ExchangeForm.tsx'
import languagesStyle from '../../card/parts/languages.css?inline'
import stateStyle from '../../card/parts/state-banner.css?inline'
import { QrCode } from '../../card/qr/QrCode.tsx'
import { copyLabel } from '../../card/receipt-words.ts'
import { video } from '../../card/video.ts'
import type { Words } from '../../card/words/en.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import type { CardState } from '../../schema/cards/card-fields.ts'
import { type ReachField, reachFieldNames } from '../../schema/cards/reach.ts'
import { languageName } from '../../schema/language.ts'
import { safeImage } from '../../schema/link.ts'
import { qrLink } from '../../schema/screens.ts'
import type { Preview } from '../cards/card-pictures.ts'
import { CardHead, person, titleOf } from './card-metadata.tsx'
import { Footer, type Page, renderDocument, type Site } from './html-document.tsx'
import { scriptWords } from './languages.ts'

addNetworkLogos(moreNetworkLogos)

type CardPageOptions = {
  /** A small data URL of the photo, shown until the photo has loaded. */
  placeholder?: string
  preview?: Preview
  /** Whether the viewer may edit the card, so that their visit does not count. */
  isOwnVisit?: boolean
  /** If not live, there is a banner that says so. */
  state?: CardState
  /** The owner's custom CSS as typed, for viewers who may see it. */
  css?: string | null
  /** The fields that not everyone sees, for those who may edit the card. */
  hidden?: ReachField[]
  /** Whether the visitor sees more because they sent the contact form. */
  isUnlocked?: boolean
}

/** Returns the page of a card, with the controls around it and its `Content-Security-Policy`. */
export function renderCardPage(
  site: Site,
  card: CardWithUnlockTokens,
  {
    placeholder,
    preview,
    isOwnVisit = false,
    state = 'live',
    css,
    hidden = [],
    isUnlocked = false,
  }: CardPageOptions = {},
): Page {
  const { words } = site
  return renderDocument({
    site,
    theme: card.theme,
    title: titleOf(card),
    rules:
      cardRules(card) +
      photoRule(placeholder) +
      (card.languages ? languagesStyle : '') +
      (state === 'live' && hidden.length === 0 ? '' : stateStyle) +
      (isUnlocked || card.afterExchange ? audienceStyle : '') +
      customRules(css),
    hasForm: card.formConfig.fields.length > 0,
    head: <CardHead site={site} card={card} preview={preview} />,
    bar: <BarButtons words={words} />,
    structuredData: person(site, card),
    card: { id: card.id, isOwnVisit, words: scriptWords(card, words) },
    hosts: hostsOf(card, placeholder),
    children: (
      <>
        <Banners state={state} hidden={hidden} isUnlocked={isUnlocked} words={words} />
        <LanguageLinks card={card} words={words} />
        <Main site={site} card={card} />
        <Footer site={site} />
        <aside className="bc-dock" aria-label={words.saveContact} hidden>
          <SaveContact card={card} words={words} />
        </aside>
        <QrDialog site={site} slug={card.slug} />
        <p className="bc-note" id="note" role="status" hidden>
          {words.downloadFailed}
        </p>
      </>
    ),
  })
}

type BannersProps = Required<Pick<CardPageOptions, 'state' | 'hidden' | 'isUnlocked'>> & {
  words: Words
}

function Banners({ state, hidden, isUnlocked, words }: BannersProps) {
  return (
    <>
      {state !== 'live' && (
        <p className="bc-state" lang="en" dir="ltr">
          {stateLabels[state]}
        </p>
      )}
      {hidden.length > 0 && (
        <p className="bc-state" lang="en" dir="ltr">
          {hiddenMessage(hidden)}
        </p>
      )}
      {isUnlocked && <p className="bc-unlocked">{words.unlocked}</p>}
    </>
  )
}

const stateLabels = {
  draft: 'Draft: only you and admins can see this',
  paused: 'Paused: visitors see only the name',
  moved: 'Moved: visitors are sent to another card',
  left: 'Left: visitors see a notice without your details',
}

function hiddenMessage(hidden: ReachField[]): string {
  const names = hidden.map((field) => reachFieldNames[field]).join(', ')
  return `Hidden from the public page: ${names}`
}

function Main({ site, card }: { site: Site; card: CardWithUnlockTokens }) {
  const { words } = site
  return (
    <main id="card">
      <CardArticle
        card={card}
        variant="full"
        words={words}
        telHref={telHref}
        exchange={
          <Exchange
            card={card}
            words={words}
            copyLabel={site.offersCopies ? copyLabel(card, words) : undefined}
          />
        }
        leftSections={leftSections(card)}
      />
    </main>
  )
}

function BarButtons({ words }: { words: Words }) {
  return (
    <>
      <button type="button" className="bc-js" data-act="share">
        <Icon name="share" size={18} />
        {words.share}
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        data-act="qr"
        // With invoker commands, newer browsers open the dialog without script.
        {...{ command: 'show-modal', commandfor: 'qr-dialog' }}
      >
        <Icon name="qr" size={18} />
        {words.qrCode}
      </button>
    </>
  )
}

function LanguageLinks({
  card: { language, languages },
  words,
}: {
  card: PublicCard
  words: Words
}) {
  if (!languages) return null
  return (
    <nav className="bc-langs" aria-label={words.languages}>
      {languages
        .filter((other) => other !== language)
        .map((other) => (
          <a key={other} href={`?l=${other}`} hrefLang={other} lang={other} dir="auto">
            {languageName(other)}
          </a>
        ))}
    </nav>
  )
}

function QrDialog({ site, slug }: { site: Site; slug: string }) {
  const { words } = site
  const name = `${site.shortName}-${slug}`
  return (
    <dialog className="bc-qrd" id="qr-dialog" aria-labelledby="qr-title">
      <h2 id="qr-title">{words.scan}</h2>
      <div className="bc-plate">
        <QrCode text={qrLink(site.origin, slug)} size={200} label={words.qrCode} />
      </div>
      <div className="bc-js">
        <button type="button" data-act="png" data-name={`${name}.png`}>
          {words.downloadPng}
        </button>
        <button type="button" data-act="svg" data-name={`${name}.svg`}>
          {words.downloadSvg}
        </button>
      </div>
      <form method="dialog">
        <button type="submit">{words.close}</button>
      </form>
    </dialog>
  )
}

// A base64 data URL has no character that could end `url(…)`.
function photoRule(placeholder: string | undefined): string {
  return placeholder ? `.bc-ava img{background:url(${placeholder}) center/cover}` : ''
}

/**
 * Returns the sanitized custom CSS; empty if there is none. It is stored as typed and sanitized here, so that a stricter
 * sanitizer takes effect at once. Only pages rendered for a single viewer have custom CSS.
 */
function customRules(css: string | null | undefined): string {
  const safe = css ? sanitizeCss(css) : undefined
  return safe && 'css' in safe && safe.css ? safe.css + guardStyle : ''
}

/** Returns the hosts of the images, frames and media on the page, for its `Content-Security-Policy`. */
function hostsOf(card: PublicCard, placeholder: string | undefined) {
  const images = [
    card.profilePicture,
    card.coverPhoto,
    card.logoUrl,
    card.faviconUrl,
    ...card.gallery.map(({ url }) => url),
  ].flatMap(hostOf)
  const source = video(card.videoUrl)
  return {
    images: [...(placeholder ? ['data:'] : []), ...new Set(images)],
    frames: [
      ...(card.address || card.hasChat ? ["'self'"] : []),
      ...(source?.kind === 'youtube' || source?.kind === 'vimeo' ? [source.host] : []),
    ],
    media: source?.kind === 'file' ? [source.host] : [],
  }
}

/** Returns the origin of an external image; empty for one of ours. */
function hostOf(image: string | null): string | string[] {
  const url = safeImage(image)
  return url && !url.startsWith('/') ? new URL(url).origin : []
}
