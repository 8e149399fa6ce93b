import useSWR, { mutate } from 'swr'
import * as z from 'zod/mini'
import { Feed, type NewFeed } from '../../../schema/feeds/feed.ts'
import { IgnoredBody, request } from '../../api.ts'
import { requestIdempotently } from '../../idempotent-request.ts'

const feedsKey = '/api/account/feeds'

/** The user's feeds, newest first; undefined while loading. */
export function useFeeds() {
  const { data, error, mutate: revalidate } = useSWR(feedsKey, (key) => request(key, z.array(Feed)))
  return { feeds: data, error, revalidate }
}

/** Creates a feed; only this response contains its address. */
export async function createFeed(input: NewFeed): Promise<Feed> {
  const feed = await requestIdempotently(feedsKey, Feed, input)
  await mutate(feedsKey)
  return feed
}

export async function revokeFeed(id: string): Promise<void> {
  await request(`${feedsKey}/${id}`, IgnoredBody, { method: 'DELETE' })
  await mutate(feedsKey)
}
