import useSWR, { mutate } from 'swr'
import { PwaSettings, type PwaSlot } from '../../schema/pwa/pwa.ts'
import { request } from '../api.ts'
import { postImage } from '../images/data.ts'

const key = '/api/pwa-settings'
const cacheMs = 300_000

let cached: { settings: PwaSettings; at: number } | undefined

/** The stored settings, cached for five minutes. A failed request is repeated once. */
export function usePwaSettings(onError: () => void) {
  const { data, error, mutate } = useSWR(key, readSettings, { onError })
  return { settings: data, error, revalidate: mutate }
}

export async function savePwaSettings(input: PwaSettings): Promise<PwaSettings> {
  const settings = await request(key, PwaSettings, { method: 'POST', body: input })
  cache(settings)
  await mutate(key, settings, { revalidate: false })
  return settings
}

/** Uploads an image and returns its URL; the settings must then be saved with it. */
export function uploadPwaImage(slot: PwaSlot, blob: Blob): Promise<string> {
  const { signal } = new AbortController()
  const form = { type: slot, file: blob }
  return postImage('/api/pwa-upload', form, { onProgress: () => {}, signal })
}

async function readSettings(): Promise<PwaSettings> {
  if (cached && Date.now() - cached.at < cacheMs) return cached.settings
  return cache(await fetchSettings().catch(fetchSettings))
}

function fetchSettings(): Promise<PwaSettings> {
  return request(key, PwaSettings)
}

function cache(settings: PwaSettings): PwaSettings {
  cached = { settings, at: Date.now() }
  return settings
}
