/** The sections of a card: about, buttons, social links, gallery, video and location. */
import type { ReactNode } from 'react'
import type { PublicCard } from '../../schema/cards/card.ts'
import { networkName } from '../../schema/cards/social.ts'
import { safeLink } from '../../schema/link.ts'
import { Icon } from '../icons/Icon.tsx'
import { hasNetworkIcon, NetworkIcon } from '../icons/NetworkIcon.tsx'
import {
  aboutText,
  buttonClass,
  externalLinkProps,
  mapLink,
  socialLinks,
  textProps,
  unlockQuery,
} from '../links.ts'
import { video } from '../video.ts'
import { type CardWords, fill } from '../words/en.ts'
import { imageProps, imageVariants } from './srcset.ts'

export type Variant = 'full' | 'preview'

// Five lines have about 230 characters on a phone, 320 on a wide screen. Of a shorter text, Read more would reveal less than it takes.
const long = 400

type Props = { card: PublicCard; words: CardWords }
type VariantProps = Props & { variant: Variant }

export function About({ card, variant, words }: VariantProps) {
  const text = aboutText(card)
  if (!text) return null
  const cut = variant === 'full' && isFolded(text)
  return (
    <Section title={words.about} variant={variant}>
      <p
        className={cut ? 'bc-txt bc-clamp p-note' : 'bc-txt p-note'}
        id="about"
        {...textProps(card, words, 'about')}
      >
        {text}
      </p>
      {cut && (
        <button
          className="bc-more bc-js"
          type="button"
          aria-expanded="false"
          aria-controls="about"
          data-act="more"
        >
          {words.readMore}
        </button>
      )}
    </Section>
  )
}

/** Whether a text is cut after five lines, above Read more. */
export function isFolded(text: string): boolean {
  return text.length > long || text.split('\n').length > 8
}

export function CustomButtons({ card, words }: Props) {
  // Analytics identify a button by its index among all stored buttons, including those without a safe link.
  const buttons = card.customButtons.flatMap((button, index) => {
    const href = safeLink(button.url)
    return href ? [{ button, index, href }] : []
  })
  if (buttons.length === 0) return null
  return (
    <section aria-label={words.links}>
      <ul className="bc-ctas">
        {buttons.map(({ button, index, href }) => (
          <li key={index}>
            <a
              className={`bc-cta ${buttonClass(button)}`}
              href={href}
              {...textProps(card, words, `customButtons.${index}`)}
              data-act="custom"
              data-id={`button-${index}`}
              {...externalLinkProps(href)}
            >
              {button.text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function SocialLinks({ card, variant, words }: VariantProps) {
  const links = socialLinks(card)
  if (links.length === 0) return null
  return (
    <Section title={words.connect} variant={variant}>
      <ul className="bc-soc">
        {links.map(({ key, href }) => {
          const name = networkName(key)
          const known = hasNetworkIcon(key)
          return (
            <li key={key}>
              <a
                href={href}
                aria-label={known ? name : undefined}
                title={known ? name : undefined}
                data-act="social"
                data-id={key}
                {...externalLinkProps(href)}
              >
                <NetworkIcon network={key} size={22} />
                {!known && <span dir="auto">{name}</span>}
              </a>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

export function Gallery({ card, words }: Props) {
  const shown = card.gallery.flatMap(({ url, alt }) => {
    const both = imageVariants(url, 'gallery', {
      width: 400,
      sizes: '(min-width:1024px) 250px,45vw',
    })
    return both ? [{ ...both, alt }] : []
  })
  if (shown.length === 0) return null
  return (
    <Section title={words.gallery} variant="full">
      <div className="bc-gal">
        {shown.map(({ small, large, alt }, index) => (
          <a key={small.src} href={large} data-act="photo">
            <img
              {...small}
              alt={alt ?? fill(words.galleryImage, { n: index + 1, total: shown.length })}
              width={600}
              height={400}
              loading="lazy"
              decoding="async"
            />
          </a>
        ))}
      </div>
    </Section>
  )
}

/** Nothing is loaded from the video host before the visitor taps play. A page without a player opens in a new tab. */
export function Video({ card, variant, words }: VariantProps) {
  const found = video(card.videoUrl)
  if (!found) return null
  const still = imageProps(card.videoStill ?? null, 'gallery', { width: 800, sizes: '' })
  return (
    <Section title={words.video} variant={variant}>
      <div className="bc-vid">
        {still && <img src={still.src} alt="" loading="lazy" decoding="async" />}
        <a
          className="bc-play"
          href={found.href}
          aria-label={words.playVideo}
          {...(found.kind !== 'link' && {
            'data-act': 'video',
            'data-kind': found.kind,
            'data-src': found.src,
          })}
          {...externalLinkProps(found.href)}
        >
          <span>
            <Icon name="play" size={26} />
          </span>
        </a>
      </div>
    </Section>
  )
}

/** The address behind Show Map, with a link to a map. The embedded map needs a tap and JavaScript. */
export function Location({ card, words }: Props) {
  if (!card.address) return null
  const href = mapLink(card.address)
  return (
    <Section title={words.location} variant="full" id="location">
      <details className="bc-loc">
        <summary
          className="bc-tog"
          data-act="map"
          data-src={`/embed/map/${card.id}${unlockQuery(card)}`}
        >
          <Icon name="map" />
          <span className="bc-show">{words.showMap}</span>
          <span className="bc-hide">{words.hideMap}</span>
        </summary>
        <div className="bc-map" id="map">
          <address {...textProps(card, words, 'address')}>{card.address}</address>
          <a href={href} {...externalLinkProps(href)}>
            {words.openInMaps}
          </a>
        </div>
      </details>
    </Section>
  )
}

/** A section with a title. The heading is one level deeper in previews, because the page around them has a title of its own. */
function Section(props: { title: string; variant: Variant; id?: string; children: ReactNode }) {
  const Heading = props.variant === 'full' ? 'h2' : 'h3'
  return (
    <section id={props.id}>
      <Heading className="bc-h">{props.title}</Heading>
      {props.children}
    </section>
  )
}
