import useSWR from 'swr'
import { SlugAnswer } from '../../schema/slug.ts'
import { request } from '../api.ts'

/** Whether the card can use this slug; fetches nothing without one. */
export function useSlugAvailability(slug: string | undefined, cardId: number) {
  const key = slug && `/api/slugs/${encodeURIComponent(slug)}?cardId=${cardId}`
  const { data, error } = useSWR(key, (path) => request(`GET ${path}`, SlugAnswer))
  return { answer: data, error }
}
