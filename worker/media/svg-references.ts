/** What a drawing refers to in itself. Only plain names count: browsers would decode others, and find what was not counted. */

// A name by itself, so that no two of these patterns can take the same character: they never backtrack far.
const name = '#([\\p{L}\\p{M}\\p{N}_.:-]+)'
const href = new RegExp(`^${name}$`, 'u')
const url = new RegExp(`url ?\\((?: ?["']? ?${name} ?["']? ?\\))?`, 'giu')
const spaces = /[ \t\n\r\f]+/g

/** The id that the value of `href` refers to; undefined for an address of anything else. */
export function idInHref(value: string): string | undefined {
  return href.exec(collapsed(value).replace(/^ /, '').replace(/ $/, ''))?.[1]
}

/** The ids in every `url(#id)` of the value; undefined when one of them is the address of anything else. */
export function idsInUrls(value: string): string[] | undefined {
  const ids = [...collapsed(value).matchAll(url)].map(([, id]) => id)
  return ids.every((id) => id !== undefined) ? ids : undefined
}

/** The value with one space for each run of them, as patterns with several runs in a row take quadratic time. */
export function collapsed(value: string): string {
  return value.replace(spaces, ' ')
}
