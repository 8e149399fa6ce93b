import { useState } from 'react'
import type { NewJob } from '../../schema/templates/template.ts'

/** All cards or none, except those toggled. */
export type CardSelection = { all: boolean; turned: ReadonlySet<number> }

export const allCardsSelected: CardSelection = { all: true, turned: new Set() }
export const noCardsSelected: CardSelection = { all: false, turned: new Set() }

/** The cards selected for a run: none at first, and none again in a new trial. */
export function useCardSelection(trial: string) {
  const [made, setMade] = useState({ trial, choice: noCardsSelected })
  const choice = made.trial === trial ? made.choice : noCardsSelected
  return [choice, (next: CardSelection) => setMade({ trial, choice: next })] as const
}

export function isCardSelected({ all, turned }: CardSelection, id: number): boolean {
  return all !== turned.has(id)
}

export function toggleCard({ all, turned }: CardSelection, id: number): CardSelection {
  const next = new Set(turned)
  if (!next.delete(id)) next.add(id)
  return { all, turned: next }
}

/** Number of selected cards. */
export function countSelected({ all, turned }: CardSelection, total: number): number {
  return all ? total - turned.size : turned.size
}

/** The selection as request parameters. */
export function selectionQuery({ all, turned }: CardSelection): Pick<NewJob, 'except' | 'only'> {
  return all ? { except: [...turned] } : { except: [], only: [...turned] }
}
