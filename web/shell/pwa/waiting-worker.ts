import { useSyncExternalStore } from 'react'

/** A newer build that waits to take over, and what takes it over. */
let waiting: ServiceWorker | undefined
const listeners = new Set<() => void>()

/** Whether a newer build waits; undefined again once somebody has put it off. */
export function useWaitingWorker(): ServiceWorker | undefined {
  return useSyncExternalStore(onWaiting, () => waiting)
}

export function setWaitingWorker(worker: ServiceWorker | undefined): void {
  waiting = worker
  for (const listener of listeners) listener()
}

function onWaiting(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
