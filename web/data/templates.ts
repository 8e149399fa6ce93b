import { useEffect, useEffectEvent, useRef } from 'react'
import useSWR, { mutate } from 'swr'
import useSWRInfinite from 'swr/infinite'
import * as z from 'zod/mini'
import type { NewJob, NewTemplate } from '../../schema/template.ts'
import { Template, type TemplateEdit, TemplateJob, Trial } from '../../schema/template.ts'
import { IgnoredBody, request } from '../api.ts'
import { liveReportConfig } from './analytics.ts'
import { requestIdempotently } from './idempotent-request.ts'

const everyMs = 1000
const templatesKey = '/api/templates'
const templateKey = (id: number) => `${templatesKey}/${id}`
const jobKey = (id: number) => `${templateKey(id)}/job`

/** All templates, oldest first; undefined while loading. */
export function useTemplates() {
  const { data, error, mutate: again } = useSWR(templatesKey, readTemplates)
  return { templates: data, error, again }
}

export async function createTemplate(fields: NewTemplate): Promise<Template> {
  const made = await requestIdempotently(`POST ${templatesKey}`, Template, fields)
  await mutate(templatesKey)
  return made
}

export async function saveTemplate(id: number, edit: TemplateEdit): Promise<void> {
  const saved = await request(`PUT ${templateKey(id)}`, Template, { body: edit })
  const put = (list?: Template[]) => list?.map((other) => (other.id === id ? saved : other))
  await mutate<Template[]>(templatesKey, put, { revalidate: false })
}

/** Deletes a template; its cards keep their values, which become editable again. */
export async function deleteTemplate(id: number): Promise<void> {
  await request(`DELETE ${templateKey(id)}`, IgnoredBody)
  await changedCards()
}

/**
 * The loaded pages of a trial over the cards that match a search, oldest first. The trial is a
 * snapshot until the next `round`, so that the run skips a card saved meanwhile; `changing` is true
 * until the next round has loaded.
 */
export function useTrial({ id, version }: Template, round: number, search = '') {
  const { data, error, isLoading, isValidating, size, setSize, mutate } = useSWRInfinite(
    (index, before: Trial | null) => {
      if (index > 0 && !before?.next) return null
      const asked = new URLSearchParams({ search })
      if (before?.next) asked.set('after', String(before.next))
      return [`${templateKey(id)}/trial?${asked}`, version, round] as const
    },
    ([path]) => request(`GET ${path}`, Trial),
    {
      keepPreviousData: true,
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      revalidateFirstPage: false,
    },
  )
  const more = async () => {
    await setSize(size + 1)
  }
  const loading = isLoading || isValidating
  return { pages: data, error, loading, changing: isLoading, more, again: () => mutate() }
}

/** The latest run, polled every second while active; null if there was none. */
export function useTemplateJob(id: number, onEnd: () => void) {
  const { data, error } = useSWR(jobKey(id), readJob, {
    ...liveReportConfig,
    refreshInterval: (job) => (isAtWork(job) ? everyMs : 0),
    dedupingInterval: everyMs / 2,
  })
  const atWork = isAtWork(data)
  const wasAtWork = useRef(false)
  const end = useEffectEvent(() => {
    void changedCards()
    onEnd()
  })
  useEffect(() => {
    if (wasAtWork.current && !atWork) end()
    wasAtWork.current = atWork
  }, [atWork])
  return { job: data, error, atWork }
}

export async function startJob(id: number, wanted: NewJob): Promise<void> {
  await cacheJob(id, request(`POST ${jobKey(id)}`, TemplateJob, { body: wanted }))
}

/** Resumes a failed run. */
export async function continueJob(id: number): Promise<void> {
  await cacheJob(id, request(`POST ${jobKey(id)}/continue`, TemplateJob))
}

export async function undoJob(id: number): Promise<void> {
  await cacheJob(id, request(`POST ${jobKey(id)}/undo`, TemplateJob))
}

// A rejection most likely means that another administrator started a run.
async function cacheJob(id: number, asked: Promise<TemplateJob>): Promise<void> {
  const job = await asked.catch(async (error) => {
    await mutate(jobKey(id))
    throw error
  })
  await mutate(jobKey(id), job, { revalidate: false })
}

function isAtWork(job: TemplateJob | null | undefined): boolean {
  return job?.state === 'running' || job?.state === 'undoing'
}

/** Refreshes all cards and everything that counts them. */
async function changedCards(): Promise<void> {
  const isOf = (key: unknown) => typeof key === 'string' && key.startsWith('/api/business-cards')
  await Promise.all([mutate(templatesKey), mutate(isOf)])
}

function readTemplates(key: string) {
  return request(`GET ${key}`, z.array(Template))
}

function readJob(key: string) {
  return request(`GET ${key}`, z.nullable(TemplateJob))
}
