import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * Returns a function with a stable identity that calls the latest callback. For event handlers, not
 * for rendering.
 */
export function useEventCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...given: Args) => Result {
  const latest = useRef(callback)
  useInsertionEffect(() => {
    latest.current = callback
  })
  return useCallback((...given) => latest.current(...given), [])
}
