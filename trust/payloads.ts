/** The corpus of injection payloads, composed from a small grammar and hand-written seeds by target. */
import { calls, closings, disguises, tags } from './payload-grammar.ts'
import seeds from './payload-seeds.json' with { type: 'json' }

export type Payload = {
  id: number
  family: string
  /** Calls `hit(id)` when it runs, so an execution identifies its payload. */
  text: string
}

type Template = { family: string; text: string }

const image = '<img src=x onerror={R}>'
const script = '<script>{R}</script>'

/**
 * `{N}` stands for the id of the payload, `{R}` for the call that reports it, `¤` for a dollar sign, and `{HIGH}` and
 * `{LOW}` for halves of a surrogate pair, which a JSON file cannot have.
 */
const templates: Template[] = [
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
  ...Object.entries(seeds).flatMap(([family, texts]) => texts.map((text) => ({ family, text }))),
]

export const payloads: Payload[] = unique(templates).map(({ family, text }, id) => ({
  id,
  family,
  text: text
    .replaceAll('¤', '$')
    .replaceAll('{HIGH}', '\ud800')
    .replaceAll('{LOW}', '\udfff')
    .replaceAll('{R}', `hit(${id})`)
    .replaceAll('{N}', String(id)),
}))

export const families = [...new Set(payloads.map(({ family }) => family))]

/** Every `step`-th payload of these families, from the one at `start`. */
export function some(step: number, of: string[] = families, start = 0): Payload[] {
  const chosen = payloads.filter(({ family }) => of.includes(family))
  return chosen.filter((_, at) => at % step === start)
}

/** Returns one payload after the other, beginning at `start`: over all starts, every payload is in every field once. */
export function payloadsFrom(start: number): () => Payload {
  let at = start
  return () => {
    const payload = payloads[at % payloads.length]
    at += 1
    if (!payload) throw new Error('There are no payloads')
    return payload
  }
}

function unique(all: Template[]): Template[] {
  return [...new Map(all.map((one) => [one.text, one])).values()]
}
