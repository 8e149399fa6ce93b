import useSWR from 'swr'
import { SlugAnswer } from '../../schema/slug.ts'
import { request } from '../api.ts'

/** Whether the card could have this slug; asks for nothing while there is none to ask for. */
export function useSlugAvailability(slug: string | undefined, cardId: number) {
  const key = slug && `/api/slugs/${encodeURIComponent(slug)}?cardId=${cardId}`
  const { data, error } = useSWR(key, (path) => request(`GET ${path}`, SlugAnswer))
  return { answer: data, error }
}
