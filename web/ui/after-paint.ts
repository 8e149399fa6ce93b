/**
 * Once the browser has painted what a press or key changed: what takes long comes after it, and the hand is not kept
 * waiting. The next press or key does not overtake it.
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
