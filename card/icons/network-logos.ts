/**
 * Social network logos (Font Awesome Free, CC BY 4.0), separate from the icon set because few
 * screens use them.
 */
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

/** Logos by the key of their network. */
export const networkLogos = {
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
  // Medium's icon since 2024: the letters run off the edge of the tile.
  medium: faMedium,
}

/** Rounds every number of an SVG path to an integer. */
export function roundPath(path: string): string {
  return path.replace(/-?(?:(?<!\d)\d+)?\.\d+/g, (number) => {
    const near = Math.round(Number(number))
    return near < 0 ? `${near}` : ` ${Math.abs(near)}`
  })
}
