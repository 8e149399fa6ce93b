import { useSyncExternalStore } from 'react'

/** A newer build whose service worker is waiting to take over. */
let waiting: ServiceWorker | undefined
const listeners = new Set<() => void>()

/** Returns the waiting worker; undefined again once the user dismissed the update. */
export function useWaitingWorker(): ServiceWorker | undefined {
  return useSyncExternalStore(subscribe, () => waiting)
}

export function setWaitingWorker(worker: ServiceWorker | undefined): void {
  waiting = worker
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
