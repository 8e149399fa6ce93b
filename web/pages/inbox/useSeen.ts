import { useEffect, useEffectEvent } from 'react'
import type { Entry } from '../../../schema/inbox.ts'
import { changeEntry } from '../../data/inbox.ts'

/** Tells the server that a new entry was opened. When that fails it stays new, which is no harm. */
export function useSeen(entry: Entry): void {
  const open = useEffectEvent(() => {
    if (entry.status === 'new') changeEntry(entry, { status: 'seen' }).catch(() => {})
  })
  useEffect(() => open(), [])
}
