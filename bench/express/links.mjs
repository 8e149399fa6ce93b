// URLs of links and images, without checks: they were validated when the card was saved.

/** The `tel:` URL of a phone number. */
export function telLink(phone) {
  return `tel:${phone.replace(/[^\d+*#,]/g, '')}`
}

/** Adds `https://` to a URL without a scheme. */
export function webLink(address) {
  return /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`
}

/** A map search for a postal address. */
export function mapLink(address) {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`
}

/** The player of a video URL. */
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

/** The URL of a stored image at a smaller width. */
export function imageAt(url, width) {
  return url.replace(/^(\/images\/[0-9a-f]{64})-\d+\.(?:jpg|png|webp)$/, `$1-${width}.webp`)
}

/** The `srcset` of a stored image. */
export function srcset(url, widths) {
  return widths.map((width) => `${imageAt(url, width)} ${width}w`).join(',')
}
