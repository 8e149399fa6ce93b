/**
 * Resolves after the browser has painted the response to an event, so that slow work does not delay it. Resolves
 * earlier if the next input event comes first.
 */
export function afterPaint(): Promise<void> {
  return new Promise((done) => {
    const waiting = new AbortController()
    const end = () => {
      waiting.abort()
      done()
    }
    for (const input of ['pointerdown', 'keydown'])
      addEventListener(input, end, { capture: true, signal: waiting.signal })
    requestAnimationFrame(() => setTimeout(end))
  })
}
