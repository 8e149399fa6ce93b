/** One inline icon set for the worker's pages and the app: our own drawings, and the networks' marks (Font Awesome Free, CC BY 4.0). */
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
import { shapes } from './icon-shapes.tsx'

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

export type IconName = keyof typeof shapes | keyof typeof marks

/** An icon in the colour of the text, hidden from assistive technology: the words beside it say what it means. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  if (isMark(name)) return <Mark icon={marks[name].icon} size={size} />
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {shapes[name]}
    </svg>
  )
}

/** The icon of a social network's key; a link for a network without one. */
export function networkIcon(key: string): IconName {
  if (key === 'gmail' || key === 'video') return key
  return isMark(key) ? key : 'link'
}

function isMark(name: string): name is keyof typeof marks {
  return Object.hasOwn(marks, name)
}

function Mark({ icon, size }: { icon: (typeof faViber)['icon']; size: number }) {
  const [width, height, , , path] = icon
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${width} ${height}`}
      fill="currentColor"
      aria-hidden="true"
    >
      <path d={whole(String(path))} />
    </svg>
  )
}

// The marks stand on a grid of 512, of which a whole unit is a twentieth of a pixel; tenths cost a page up to 700 bytes.
function whole(path: string): string {
  return path.replace(/-?\d*\.\d+/g, (number) => {
    const rounded = Math.round(Number(number))
    return rounded < 0 ? `${rounded}` : ` ${Math.abs(rounded)}`
  })
}
