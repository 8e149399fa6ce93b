import { useEffect, useEffectEvent, useRef } from 'react'
import useSWR, { mutate } from 'swr'
import useSWRInfinite from 'swr/infinite'
import * as z from 'zod/mini'
import type { NewJob, NewTemplate } from '../../schema/templates/template.ts'
import { Template, type TemplateEdit, TemplateJob, Trial } from '../../schema/templates/template.ts'
import { liveReportConfig } from '../analytics/data.ts'
import { IgnoredBody, request, requestIdempotently } from '../api.ts'

const pollMs = 1000
const templatesKey = '/api/templates'
const templateKey = (id: number) => `${templatesKey}/${id}`
const jobKey = (id: number) => `${templateKey(id)}/job`

/** All templates, oldest first; undefined while loading. */
export function useTemplates() {
  const { data, error, mutate: revalidate } = useSWR(templatesKey, readTemplates)
  return { templates: data, error, revalidate }
}

export async function createTemplate(fields: NewTemplate): Promise<Template> {
  const created = await requestIdempotently(templatesKey, Template, fields)
  await mutate(templatesKey)
  return created
}

export async function saveTemplate(id: number, edit: TemplateEdit): Promise<void> {
  const saved = await request(templateKey(id), Template, { method: 'PUT', body: edit })
  const replace = (list?: Template[]) => list?.map((other) => (other.id === id ? saved : other))
  await mutate<Template[]>(templatesKey, replace, { revalidate: false })
}

/** Deletes a template. Its cards keep their values, which their owners can edit again. */
export async function deleteTemplate(id: number): Promise<void> {
  await request(templateKey(id), IgnoredBody, { method: 'DELETE' })
  await revalidateTemplatesAndCards()
}

// The most that the server returns.
const cardsOfPage = 200

const maxLoadedPages = 10

/**
 * The loaded pages of a trial over the cards that match a search, oldest first. The first 2,000 cards load by themselves, so
 * that the number of changes is exact; `loadMore` loads the next 200. The trial is a snapshot until the next `round`, so that
 * the run skips cards saved since. `changing` is true until the next round has loaded.
 */
export function useTrial({ id, version }: Template, round: number, search = '') {
  const { data, error, isLoading, isValidating, size, setSize, mutate } = useSWRInfinite(
    (index, previous: Trial | null) => {
      if (index > 0 && !previous?.next) return null
      const params = new URLSearchParams({ search, limit: String(cardsOfPage) })
      if (previous?.next) params.set('after', String(previous.next))
      return [`${templateKey(id)}/trial?${params}`, version, round] as const
    },
    ([path]) => request(path, Trial),
    {
      keepPreviousData: true,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      revalidateFirstPage: false,
    },
  )
  const loadMore = async () => {
    await setSize(size + 1)
  }
  const loading = isLoading || isValidating
  const loadsNext = !loading && !error && Boolean(data?.at(-1)?.next) && size < maxLoadedPages
  useEffect(() => {
    if (loadsNext) void setSize((pages) => pages + 1)
  }, [loadsNext, setSize])
  return { pages: data, error, loading, changing: isLoading, loadMore, revalidate: () => mutate() }
}

/** The latest run, polled every second while active; null if there was none. */
export function useTemplateJob(id: number, onEnd: () => void) {
  const { data, error } = useSWR(jobKey(id), readJob, {
    ...liveReportConfig,
    refreshInterval: (job) => (isActive(job) ? pollMs : 0),
    dedupingInterval: pollMs / 2,
  })
  const active = isActive(data)
  const wasActive = useRef(false)
  const end = useEffectEvent(() => {
    void revalidateTemplatesAndCards()
    onEnd()
  })
  useEffect(() => {
    if (wasActive.current && !active) end()
    wasActive.current = active
  }, [active])
  return { job: data, error, active }
}

export async function startJob(id: number, job: NewJob): Promise<void> {
  await cacheJob(id, request(jobKey(id), TemplateJob, { method: 'POST', body: job }))
}

/** Resumes a failed run. */
export async function continueJob(id: number): Promise<void> {
  await cacheJob(id, request(`${jobKey(id)}/continue`, TemplateJob, { method: 'POST' }))
}

export async function undoJob(id: number): Promise<void> {
  await cacheJob(id, request(`${jobKey(id)}/undo`, TemplateJob, { method: 'POST' }))
}

// A rejection most likely means that another administrator started a run.
async function cacheJob(id: number, asked: Promise<TemplateJob>): Promise<void> {
  const job = await asked.catch(async (error) => {
    await mutate(jobKey(id))
    throw error
  })
  await mutate(jobKey(id), job, { revalidate: false })
}

function isActive(job: TemplateJob | null | undefined): boolean {
  return job?.state === 'running' || job?.state === 'undoing'
}

/** Refetches the templates and all cards. */
async function revalidateTemplatesAndCards(): Promise<void> {
  const isCardKey = (key: unknown) =>
    typeof key === 'string' && key.startsWith('/api/business-cards')
  await Promise.all([mutate(templatesKey), mutate(isCardKey)])
}

function readTemplates(key: string) {
  return request(key, z.array(Template))
}

function readJob(key: string) {
  return request(key, z.nullable(TemplateJob))
}
