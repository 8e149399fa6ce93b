import { useCallback, useInsertionEffect, useRef } from 'react'

/** The same function for as long as its owner is on the page, which does what the newest one would. For events, not for drawing. */
export function useEventCallback<Given extends unknown[], Result>(
  newest: (...given: Given) => Result,
): (...given: Given) => Result {
  const held = useRef(newest)
  useInsertionEffect(() => {
    held.current = newest
  })
  return useCallback((...given) => held.current(...given), [])
}
