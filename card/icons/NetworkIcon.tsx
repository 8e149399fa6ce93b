/** The networks' marks (Font Awesome Free, CC BY 4.0), apart from our own icons because few screens show them. */
import {
  faDiscord,
  faFacebookF,
  faInstagram,
  faLinkedinIn,
  faMedium,
  faPinterestP,
  faSkype,
  faSnapchat,
  faTelegram,
  faThreads,
  faTiktok,
  faViber,
  faWeixin,
  faWhatsapp,
  faXTwitter,
  faYoutube,
} from '@fortawesome/free-brands-svg-icons'
import type { ReactElement } from 'react'
import { Icon } from './Icon.tsx'
import { roundPath } from './round-path.ts'

const marks = {
  linkedin: faLinkedinIn,
  twitter: faXTwitter,
  facebook: faFacebookF,
  instagram: faInstagram,
  youtube: faYoutube,
  whatsapp: faWhatsapp,
  viber: faViber,
  telegram: faTelegram,
  skype: faSkype,
  wechat: faWeixin,
  threads: faThreads,
  tiktok: faTiktok,
  pinterest: faPinterestP,
  snapchat: faSnapchat,
  discord: faDiscord,
  medium: faMedium,
}

type Mark = keyof typeof marks

/** The mark of a social network's key; a link for a network without one. */
export function NetworkIcon({ network, size = 20 }: { network: string; size?: number }) {
  if (network === 'gmail' || network === 'video') return <Icon name={network} size={size} />
  if (!isMark(network)) return <Icon name="link" size={size} />
  drawings[network] ??= []
  drawings[network][size] ??= drawn(network, size)
  return drawings[network][size]
}

// The same element each time, as with `Icon`.
const drawings: Partial<Record<Mark, ReactElement[]>> = {}

// The marks stand on a grid of 512, of which a whole unit is a twentieth of a pixel; tenths cost a page up to 700 bytes.
function drawn(network: Mark, size: number): ReactElement {
  const [width, height, , , path] = marks[network].icon
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${width} ${height}`}
      fill="currentColor"
      aria-hidden="true"
    >
      <path d={roundPath(String(path))} />
    </svg>
  )
}

function isMark(network: string): network is Mark {
  return Object.hasOwn(marks, network)
}
