/** What a card's page tells search engines, link previews and contact readers. */
import { aboutText, mailHref, socialLinks, telHref } from '../../card/links.ts'
import type { PublicCard } from '../../schema/card.ts'
import { safeImage, safeLink } from '../../schema/link.ts'
import { viewPath } from '../../schema/screens.ts'
import type { Site } from './html-document.tsx'

export function titleOf(card: PublicCard): string {
  return [nameOf(card), card.title].filter(Boolean).join(' · ')
}

export function Head({ site, card }: { site: Site; card: PublicCard }) {
  const url = site.origin + viewPath(card.slug)
  const image = imageOf(site, card)
  const description = descriptionOf(card, site)
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={url} />
      <link rel="icon" href={safeImage(card.faviconUrl) ?? '/favicon.svg'} />
      <meta property="og:type" content="profile" />
      <meta property="og:title" content={titleOf(card)} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta property="og:site_name" content={site.product} />
      {image && <meta property="og:image" content={image} />}
      <meta name="twitter:card" content="summary" />
    </>
  )
}

/** The card as a schema.org Person. */
export function person(site: Site, card: PublicCard) {
  const url = site.origin + viewPath(card.slug)
  const links = socialLinks(card).map(({ href }) => href)
  return {
    '@context': 'https://schema.org',
    '@type': 'Person',
    name: nameOf(card),
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
  const role = [card.title, card.company].filter(Boolean).join(', ')
  const text = about ?? `${nameOf(card)}${role && `, ${role}`}. Contact details on ${site.product}.`
  return text.length > 160 ? `${firstLetters.exec(text)?.[0]}…` : text
}

// By code point: half a letter is none.
const firstLetters = /^.{0,157}/su

function imageOf(site: Site, card: PublicCard): string | undefined {
  return absolute(site, card.profilePicture) ?? absolute(site, card.coverPhoto)
}

function absolute(site: Site, picture: string | null): string | undefined {
  const url = safeImage(picture)
  return url?.startsWith('/') ? site.origin + url : url && new URL(url).href
}
