import { useCallback, useInsertionEffect, useRef } from 'react'

/**
 * Returns a function with a stable identity that calls the latest callback. For event handlers, not
 * for rendering.
 */
export function useEventCallback<Given extends unknown[], Result>(
  newest: (...given: Given) => Result,
): (...given: Given) => Result {
  const held = useRef(newest)
  useInsertionEffect(() => {
    held.current = newest
  })
  return useCallback((...given) => held.current(...given), [])
}
