/** The corpus of injection payloads: hand-written ones by target, and tags and calls composed with what lets them run. */
import written from './payloads.json' with { type: 'json' }

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
 * In `payloads.json`, `closing` closes the context that a text is inserted into, and `call` is a call spelled so that filters
 * miss it. `{N}` stands for the id of the payload, `{R}` for the call that reports it, `¤` for a dollar sign, and `{HIGH}` and
 * `{LOW}` for halves of a surrogate pair, which a JSON file cannot have.
 */
const { closing, call, ...families } = written

const templates: Template[] = [
  ...Object.entries(families).flatMap(([family, texts]) => texts.map((text) => ({ family, text }))),
  ...closing.flatMap((close) =>
    [image, script, '<svg onload={R}>'].map((tag) => ({ family: 'closing', text: close + tag })),
  ),
  ...call.flatMap((each) =>
    [`<img src=x onerror="${each}">`, `<script>${each}</script>`].map((text) => ({
      family: 'call',
      text,
    })),
  ),
]

const unique = new Map(templates.map((each) => [each.text, each])).values()

export const payloads: Payload[] = [...unique].map(({ family, text }, id) => ({
  id,
  family,
  text: text
    .replaceAll('¤', '$')
    .replaceAll('{HIGH}', '\ud800')
    .replaceAll('{LOW}', '\udfff')
    .replaceAll('{R}', `hit(${id})`)
    .replaceAll('{N}', String(id)),
}))

export const allFamilies = [...new Set(payloads.map(({ family }) => family))]

/** Every `step`-th payload of these families, from the one at `start`. */
export function some(step: number, of: string[] = allFamilies, start = 0): Payload[] {
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
