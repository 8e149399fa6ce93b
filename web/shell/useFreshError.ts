import { useState } from 'react'

/**
 * Returns the error of a request, unless it was cached by an earlier visit of the page: SWR is
 * repeating that request.
 */
export function useFreshError(error: unknown): unknown {
  const [cached] = useState(error)
  return error === cached ? undefined : error
}
