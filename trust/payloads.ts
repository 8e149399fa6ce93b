/** What an attacker types into a field: our own corpus, spelt out of a small grammar and of seeds written by hand. */
import { calls, closings, disguises, tags } from './payload-grammar.ts'
import { pageSeeds } from './payload-seeds.ts'
import { otherSeeds } from './payload-seeds-other.ts'

export type Payload = {
  id: number
  family: string
  /** In it `hit(id)` is called by whatever runs, so an execution names its payload. */
  text: string
}

type Spelt = { family: string; text: string }

const image = '<img src=x onerror={R}>'
const script = '<script>{R}</script>'

/** In the texts `{N}` stands for the number of the payload and `{R}` for the call that reports it, `¤` for a dollar sign. */
const spelt: Spelt[] = [
  ...tags.map((text) => ({ family: 'tag', text })),
  ...closings.flatMap((close) =>
    [image, script, '<svg onload={R}>'].map((tag) => ({ family: 'closing', text: close + tag })),
  ),
  ...calls.flatMap((call) =>
    [`<img src=x onerror="${call}">`, `<script>${call}</script>`].map((text) => ({
      family: 'call',
      text,
    })),
  ),
  ...disguises.map((text) => ({ family: 'disguise', text })),
  ...Object.entries({ ...pageSeeds, ...otherSeeds }).flatMap(([family, texts]) =>
    texts.map((text) => ({ family, text })),
  ),
]

export const payloads: Payload[] = unique(spelt).map(({ family, text }, id) => ({
  id,
  family,
  text: text.replaceAll('¤', '$').replaceAll('{R}', `hit(${id})`).replaceAll('{N}', String(id)),
}))

export const families = [...new Set(payloads.map(({ family }) => family))]

/** The payloads of these families, or every one of a step, for a quick look at all kinds. */
export function some(step: number, of: string[] = families): Payload[] {
  const chosen = payloads.filter(({ family }) => of.includes(family))
  return chosen.filter((_, at) => at % step === 0)
}

/** One payload after the other, beginning with this one: over all starts every payload stands in every place once. */
export function from(start: number): () => Payload {
  let at = start
  return () => {
    const payload = payloads[at % payloads.length]
    at += 1
    if (!payload) throw new Error('There are no payloads')
    return payload
  }
}

function unique(all: Spelt[]): Spelt[] {
  return [...new Map(all.map((one) => [one.text, one])).values()]
}
