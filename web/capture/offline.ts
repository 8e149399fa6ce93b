import { useEffect, useState } from 'react'
import { language } from '../messages/language.ts'
import { product } from '../product.ts'

/** Whether booth mode opens on this device without a connection: `waiting` until its files are stored. */
export function useOfflineCopy(): 'waiting' | 'ready' | 'none' {
  const [state, setState] = useState<'waiting' | 'ready' | 'none'>('waiting')
  useEffect(() => {
    let left = false
    keepFiles().then(
      () => left || setState('ready'),
      () => left || setState('none'),
    )
    return () => {
      left = true
    }
  }, [])
  return state
}

// The files are 8 MB. A worker of an earlier build does not answer.
const maxWaitMs = 120_000

/** Lets the service worker store the files of booth mode; throws if there is none, or a file cannot be loaded. */
async function keepFiles(): Promise<void> {
  if (!import.meta.env.PROD || !product.serviceWorker) throw new Error('No service worker')
  const registration = await navigator.serviceWorker.register('/sw.js')
  const { active } = await navigator.serviceWorker.ready
  if (await storesFiles(active)) return
  // The worker may be of an older build than this page.
  if (!(await storesFiles(await newerWorker(registration)))) throw new Error('Not stored')
}

/** The worker of the latest build once it is installed. */
async function newerWorker(registration: ServiceWorkerRegistration) {
  await registration.update()
  const { installing } = registration
  if (installing)
    await new Promise<void>((resolve) => {
      installing.addEventListener('statechange', () => resolve(), { once: true })
    })
  return registration.waiting ?? registration.active
}

async function storesFiles(worker: ServiceWorker | null): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  setTimeout(() => resolve(false), worker ? maxWaitMs : 0)
  port1.onmessage = ({ data }) => resolve(data === true)
  worker?.postMessage({ keepCapture: language }, [port2])
  const isStored = await promise
  port1.close()
  return isStored
}

/** Whether the browser may delete what is stored here when it needs space; false also if it does not say. */
export async function mayBeEvicted(): Promise<boolean> {
  // Asked for only when there is something to keep: some browsers ask the user.
  return (await navigator.storage?.persist?.().catch(() => undefined)) === false
}
