import useSWR from 'swr'
import { Slug, SlugAnswer } from '../../../schema/cards/slug.ts'
import { request } from '../../api.ts'
import { loadMessages } from '../../messages/load.ts'
import { translated } from '../../messages/t.ts'

/** Returns why the text is not a valid slug. Only the server knows whether a slug is available. */
export function slugError(slug: string): string | undefined {
  return translated(Slug.safeParse(slug).error?.issues[0]?.message)
}

/** Asks the server whether the card can use this slug; fetches nothing without one. */
export function useSlugAvailability(slug: string | undefined, cardId: number) {
  const key = slug && `/api/slugs/${encodeURIComponent(slug)}?cardId=${cardId}`
  const { data, error } = useSWR(key, readAnswer)
  return { answer: data, error }
}

// The reason is one of the server's messages.
async function readAnswer(path: string) {
  const [answer] = await Promise.all([request(path, SlugAnswer), loadMessages('server')])
  return answer
}
