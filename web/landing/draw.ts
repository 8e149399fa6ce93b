/** Once the page is there, its sample cards are laid out one a frame, so that a scroll and a print find them all. */
export function drawThumbs(): void {
  if (document.readyState === 'complete') drawNext()
  else addEventListener('load', drawNext)
}

function drawNext() {
  const thumb = document.querySelector('.thumb:not([data-drawn], .stage *)')
  if (!thumb) return
  thumb.toggleAttribute('data-drawn', true)
  requestAnimationFrame(() => whenIdle(drawNext))
}

// Safari has no idle callbacks.
const whenIdle: (work: () => void) => unknown = globalThis.requestIdleCallback ?? setTimeout
