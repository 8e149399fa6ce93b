// Addresses of what a card links to and shows; links and pictures were checked when the card was saved.

/** The address of a phone number. */
export function telLink(phone) {
  return `tel:${phone.replace(/[^\d+*#,]/g, '')}`
}

/** A web address with its scheme. */
export function webLink(address) {
  return /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
}

/** A search for a postal address in a map. */
export function mapLink(address) {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`
}

/** The player of a film's address. */
export function player(href) {
  const [, youtube] =
    /^https:\/\/(?:(?:www|m)\.youtube\.com\/watch\?v=|youtu\.be\/)([\w-]{6,20})/.exec(href) ?? []
  if (youtube)
    return {
      href,
      kind: 'youtube',
      src: `https://www.youtube-nocookie.com/embed/${youtube}?autoplay=1&rel=0`,
    }
  const [, vimeo] = /^https:\/\/vimeo\.com\/(\d{4,12})/.exec(href) ?? []
  if (vimeo)
    return {
      href,
      kind: 'vimeo',
      src: `https://player.vimeo.com/video/${vimeo}?autoplay=1&dnt=1`,
    }
  return { href, kind: 'file', src: href }
}

/** A stored picture at one of its smaller widths. */
export function imageAt(url, width) {
  return url.replace(/^(\/images\/[0-9a-f]{64})-\d+\.(?:jpg|png|webp)$/, `$1-${width}.webp`)
}

/** The `srcset` of a stored picture. */
export function srcset(url, widths) {
  return widths.map((width) => `${imageAt(url, width)} ${width}w`).join(',')
}
