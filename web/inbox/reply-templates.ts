import useSWR, { mutate } from 'swr'
import { ReplyTemplateList, type ReplyTemplates } from '../../schema/inbox/reply-template.ts'
import { request } from '../api.ts'

const key = (cardId: number) => `/api/business-cards/${cardId}/reply-templates`

/** The texts to answer the card's submissions; undefined until they are loaded. */
export function useReplyTemplates(cardId: number) {
  const { data, error } = useSWR(key(cardId), (path) => request(path, ReplyTemplateList))
  return { templates: data, error }
}

export async function saveReplyTemplates(cardId: number, body: ReplyTemplates): Promise<void> {
  const saved = await request(key(cardId), ReplyTemplateList, { method: 'PUT', body })
  await mutate(key(cardId), saved, { revalidate: false })
}
