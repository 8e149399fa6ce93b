/** The metadata of a card's page, for search engines and link previews. */
import { telHref } from '../../card/contact/phone.ts'
import { aboutText, mailHref, socialLinks } from '../../card/links.ts'
import { fill } from '../../card/words/en.ts'
import type { PublicCard } from '../../schema/cards/card.ts'
import { themeNames } from '../../schema/cards/theme.ts'
import { previewSize } from '../../schema/images/upload.ts'
import { safeImage, safeLink } from '../../schema/link.ts'
import { viewPath } from '../../schema/screens.ts'
import { currentPreview, type Preview } from '../cards/card-pictures.ts'
import type { Site } from './html-document.tsx'

export function titleOf(card: PublicCard): string {
  return [nameOf(card), card.title].filter(Boolean).join(' · ')
}

type HeadProps = { site: Site; card: PublicCard; preview?: Preview }

export function CardHead({ site, card, preview }: HeadProps) {
  const { language, languages = [] } = card
  const urlIn = (tag: string) => urlOf(site, card, tag)
  const url = urlIn(language)
  const description = descriptionOf(card, site)
  // English and English of the United States are the same locale.
  const otherLocales = [...new Set(languages.map(openGraphLocale))].filter(
    (locale) => locale !== openGraphLocale(language),
  )
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      {languages.map((tag) => (
        <link key={tag} rel="alternate" hrefLang={tag} href={urlIn(tag)} />
      ))}
      {languages[0] && <link rel="alternate" hrefLang="x-default" href={urlIn(languages[0])} />}
      <link rel="icon" href={safeImage(card.faviconUrl) ?? '/favicon.svg'} />
      <meta property="og:type" content="profile" />
      <meta property="og:title" content={titleOf(card)} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={openGraphLocale(language)} />
      {otherLocales.map((locale) => (
        <meta key={locale} property="og:locale:alternate" content={locale} />
      ))}
      <meta property="og:site_name" content={site.product} />
      <PreviewImage site={site} card={card} preview={preview} />
    </>
  )
}

/** The card's preview picture if it is up to date, or else its photo or cover, or else the picture of its theme. */
function PreviewImage({ site, card, preview }: HeadProps) {
  const drawn = currentPreview(card, preview)
  const own = drawn ? undefined : imageOf(site, card)
  if (own)
    return (
      <>
        <meta property="og:image" content={own} />
        <meta name="twitter:card" content="summary" />
      </>
    )
  return (
    <>
      <meta property="og:image" content={site.origin + (drawn ?? stockPreview(card.theme))} />
      <meta property="og:image:width" content={`${previewSize.width}`} />
      <meta property="og:image:height" content={`${previewSize.height}`} />
      <meta property="og:image:alt" content={titleOf(card)} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

function stockPreview(theme: string): string {
  return `/previews/${Object.hasOwn(themeNames, theme) ? theme : 'default'}.jpg`
}

/** Returns the URL of the page in a language. In the base language it has no query. */
function urlOf(site: Site, { slug, languages }: PublicCard, language: string): string {
  const isBase = !languages || language === languages[0]
  return site.origin + viewPath(slug) + (isBase ? '' : `?l=${language}`)
}

// Open Graph requires a territory, as in `es_ES`. If the tag has none, it is the likeliest one.
function openGraphLocale(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize()
  return `${language}_${region}`
}

/** Returns the card as a schema.org Person. */
export function person(site: Site, card: PublicCard) {
  const url = site.origin + viewPath(card.slug)
  const links = socialLinks(card).map(({ href }) => href)
  return {
    '@context': 'https://schema.org',
    '@type': 'Person',
    name: nameOf(card),
    alternateName: card.customizations.nameParts?.latinName ?? undefined,
    jobTitle: card.title ?? undefined,
    worksFor: card.company ? { '@type': 'Organization', name: card.company } : undefined,
    email: mailHref(card.email) ? card.email : undefined,
    telephone: telHref(card.phone) ? card.phone : undefined,
    address: card.address ?? undefined,
    url: safeLink(card.customizations.website) ?? url,
    image: imageOf(site, card),
    sameAs: links.length > 0 ? links : undefined,
  }
}

function nameOf(card: PublicCard): string {
  return card.name ?? card.company ?? card.slug
}

function descriptionOf(card: PublicCard, site: Site): string {
  const about = aboutText(card)?.replace(/\s+/g, ' ')
  const { comma, detailsOn } = site.words
  const role = [card.title, card.company].filter(Boolean).join(comma)
  const text =
    about ??
    `${[nameOf(card), role].filter(Boolean).join(comma)}. ${fill(detailsOn, { product: site.product })}`
  return text.length > 160 ? `${first157.exec(text)?.[0]}…` : text
}

// By code point, so that no surrogate pair is split.
const first157 = /^.{0,157}/su

function imageOf(site: Site, card: PublicCard): string | undefined {
  return absolute(site, card.profilePicture) ?? absolute(site, card.coverPhoto)
}

function absolute(site: Site, image: string | null): string | undefined {
  const url = safeImage(image)
  return url?.startsWith('/') ? site.origin + url : url && new URL(url).href
}
