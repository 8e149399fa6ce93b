import { useEffect } from 'react'

/** Keeps the screen on while the page is in sight; a browser that refuses says nothing. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let left = false
    const take = async () => {
      if (document.hidden) return
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (left) await lock?.release()
    }
    void take()
    // The browser lets go whenever the page is hidden.
    const onChange = () => void take()
    document.addEventListener('visibilitychange', onChange)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', onChange)
      void lock?.release()
    }
  }, [])
}
