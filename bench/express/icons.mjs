// SVG markup of the product's icons and the logos of social networks.
import { moreNetworkLogos } from '../../card/icons/more-network-logos.ts'
import { networkLogos } from '../../card/icons/network-logos.ts'
import { roundPath } from '../../card/icons/round-path.ts'
import { networkNames } from '../../schema/cards/social.ts'

const share =
  '<path d="M12 15V3.5M8 7l4-3.8L16 7"/><path d="M6.5 11H6a2 2 0 0 0-2 2v5.5a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2V13a2 2 0 0 0-2-2h-.5"/>'
const link =
  '<path d="M10 14a4.5 4.5 0 0 0 6.4 0l3-3A4.5 4.5 0 0 0 13 4.6l-1 1M14 10a4.5 4.5 0 0 0-6.4 0l-3 3A4.5 4.5 0 0 0 11 19.4l1-1"/>'
const brand =
  '<path d="M6.5 3H21.5L19.8 7.5H8V10.5H18.7L17.56 13.5H8V16.5H16.4L14.7 21H6.5A3.5 3.5 0 0 1 3 17.5V6.5A3.5 3.5 0 0 1 6.5 3Z"/>'

/** The product's icons by name. */
export const icons = {
  brand: `<svg width="20" height="20" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">${brand}</svg>`,
  share: drawing(20, share),
  shareSmall: drawing(18, share),
  qr: drawing(
    18,
    '<rect x="3.5" y="3.5" width="7" height="7" rx="1.5"/><rect x="13.5" y="3.5" width="7" height="7" rx="1.5"/><rect x="3.5" y="13.5" width="7" height="7" rx="1.5"/><path d="M13.5 13.5h3v3h-3zM20.5 13.5v3M17.5 20.5h3M13.5 20.5h.01"/>',
  ),
  save: drawing(
    20,
    '<circle cx="10" cy="8" r="4"/><path d="M3 20.5c.6-4 3.4-6 7-6 1.6 0 3 .4 4.2 1.1M18 14v7M14.5 17.5h7"/>',
  ),
  phone: drawing(
    20,
    '<path d="M6.2 3.5h2.6l1.6 4.2-2 1.6a11.5 11.5 0 0 0 6.3 6.3l1.6-2 4.2 1.6v2.6a2.2 2.2 0 0 1-2.4 2.2A16.2 16.2 0 0 1 4 5.9a2.2 2.2 0 0 1 2.2-2.4Z"/>',
  ),
  mail: drawing(
    20,
    '<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="m3.5 7.5 8.5 6 8.5-6"/>',
  ),
  globe: drawing(
    20,
    '<circle cx="12" cy="12" r="8.7"/><path d="M3.5 12h17M12 3.3c2.6 2.5 3.7 5.5 3.7 8.7s-1.1 6.2-3.7 8.7c-2.6-2.5-3.7-5.5-3.7-8.7s1.1-6.2 3.7-8.7Z"/>',
  ),
  pin: drawing(
    20,
    '<path d="M12 21.5s7-6.3 7-11.7a7 7 0 1 0-14 0c0 5.4 7 11.7 7 11.7Z"/><circle cx="12" cy="9.8" r="2.6"/>',
  ),
  copy: drawing(
    18,
    '<rect x="8.5" y="8.5" width="12" height="12" rx="2.5"/><path d="M5.5 15.5A2 2 0 0 1 3.5 13.5v-8a2 2 0 0 1 2-2h8a2 2 0 0 1 2 2"/>',
  ),
  inbox: drawing(
    20,
    '<path d="M4 13.5 6.5 5h11l2.5 8.5V18a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18Zh4.5l1.2 2.5h4.6l1.2-2.5H20"></path>',
  ),
  play: drawing(26, '<path d="M8 5.2v13.6L19 12Z" fill="currentColor"/>'),
  map: drawing(20, '<path d="m9 4.5-5.5 2v13l5.5-2 6 2 5.5-2v-13l-5.5 2ZM9 4.5v13M15 6.5v13"/>'),
}

const drawings = {
  gmail: drawing(
    22,
    '<rect x="3" y="5" width="18" height="14" rx="2.5"/><path d="M7 19V9.5l5 4 5-4V19"/>',
  ),
  video: drawing(
    22,
    '<rect x="2.8" y="6" width="12.5" height="12" rx="2.5"/><path d="m15.3 11 5.9-3.5v9L15.3 13"/>',
  ),
}

const marks = { ...networkLogos, ...moreNetworkLogos }

/** Name and icon of each social network by key. */
export const networks = Object.fromEntries(
  Array.from(networkNames, ([key, name]) => [
    key,
    { name, icon: drawings[key] ?? mark(marks[key]) },
  ]),
)

/** The icon of a network without its own. */
export const linkIcon = drawing(22, link)

function drawing(size, shapes) {
  return `<svg width="${size}" height="${size}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes}</svg>`
}

function mark({ icon: [width, height, , , path] }) {
  return `<svg width="22" height="22" viewBox="0 0 ${width} ${height}" fill="currentColor" aria-hidden="true"><path d="${roundPath(path)}"/></svg>`
}
