import { useState } from 'react'
import type { NewJob } from '../../../schema/template.ts'

/** All cards or none, but for those that were turned over. */
export type Choice = { all: boolean; turned: ReadonlySet<number> }

export const everyCard: Choice = { all: true, turned: new Set() }
export const noCard: Choice = { all: false, turned: new Set() }

/** The cards of the run; the choice belongs to the trial it was made in. */
export function useChoice(trial: string) {
  const [made, setMade] = useState({ trial, choice: everyCard })
  const choice = made.trial === trial ? made.choice : everyCard
  return [choice, (next: Choice) => setMade({ trial, choice: next })] as const
}

export function isTaken({ all, turned }: Choice, id: number): boolean {
  return all !== turned.has(id)
}

export function turn({ all, turned }: Choice, id: number): Choice {
  const next = new Set(turned)
  if (!next.delete(id)) next.add(id)
  return { all, turned: next }
}

/** How many cards of all are taken. */
export function countTaken({ all, turned }: Choice, total: number): number {
  return all ? total - turned.size : turned.size
}

/** What the server is told of it. */
export function wantedOf({ all, turned }: Choice): Pick<NewJob, 'except' | 'only'> {
  return all ? { except: [...turned] } : { except: [], only: [...turned] }
}
