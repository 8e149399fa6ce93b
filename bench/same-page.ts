/** Whether two answers are the same page; a benchmark of two different pages would say nothing. */
import { isDeepStrictEqual } from 'node:util'

const lengthTolerance = 0.01

/** The larger body's surplus as a share; throws where elements, attributes or text differ, or the surplus is above 1 %. */
export function checkSamePage(ours: string, theirs: string): number {
  compare(elements(ours), elements(theirs))
  compare(texts(ours), texts(theirs))
  const difference = Math.abs(ours.length - theirs.length) / Math.max(ours.length, theirs.length)
  if (difference > lengthTolerance)
    throw new Error(`The two pages differ by ${(difference * 100).toFixed(1)} % in length`)
  return difference
}

function compare(ours: string[], theirs: string[]) {
  if (isDeepStrictEqual(ours, theirs)) return
  const at = ours.findIndex((part, index) => part !== theirs[index])
  throw new Error(
    `The two pages differ: ours has ${shown(ours.at(at))}, theirs ${shown(theirs.at(at))}`,
  )
}

function shown(part = 'nothing more'): string {
  return part.length > 300 ? `${part.slice(0, 300)}…` : part
}

const startTag = /<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/gi
const attribute = /([\w:-]+)(?:="([^"]*)")?/g

// Each start tag with its attributes, in any order and case: their order and an empty value say nothing to a browser.
function elements(html: string): string[] {
  return Array.from(html.matchAll(startTag), ([, name = '', rest = '']) => {
    const attributes = Array.from(
      rest.matchAll(attribute),
      ([, key = '', value = '']) => `${key.toLowerCase()}="${value}"`,
    )
    return `<${[name.toLowerCase(), ...attributes.sort()].join(' ')}>`
  })
}

// The text between tags, with that of style and script; white space at a tag is how a template is laid out.
function texts(html: string): string[] {
  return html
    .split(/<\/?[a-z!][^<>]*>/i)
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
}
