import useSWR from 'swr'
import * as z from 'zod/mini'
import { request } from '../../api.ts'

/** What is needed of an `InboxPage`, whose whole contract would weigh on every page of the app. */
const Newest = z.object({
  entries: z.array(z.object({ id: z.number(), formData: z.record(z.string(), z.string()) })),
})

/** The newest form submission of a card. Until there is one, looks for it every `ms` while the page is visible. */
export function useNewestEntry(cardId: number, ms: number) {
  const { data } = useSWR(['newest entry', cardId], readNewest, {
    refreshInterval: (page) => (page?.entries.length ? 0 : ms),
    dedupingInterval: 500,
  })
  return data?.entries[0]
}

function readNewest([, cardId]: [string, number]) {
  return request(`/api/business-cards/${cardId}/submissions`, Newest)
}
