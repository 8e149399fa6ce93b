import type { Page } from '@playwright/test'

/**
 * What can be pressed or read and lies under the install button, at any scroll position of the
 * page. Positions are stepped through by less than the button's height.
 */
export function underInstallButton(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const button = [...document.querySelectorAll('.install-button button')].find((candidate) =>
      candidate.checkVisibility(),
    )
    if (!button) return ['There is no install button.']
    const beside = (rect: DOMRect) => {
      const box = button.getBoundingClientRect()
      return rect.right <= box.left || rect.left >= box.right
    }
    const overlaps = (rect: DOMRect) => {
      const box = button.getBoundingClientRect()
      return !beside(rect) && rect.bottom > box.top && rect.top < box.bottom
    }
    const covers = (rect: DOMRect) => {
      const box = button.getBoundingClientRect()
      if (!overlaps(rect)) return false
      const middle = (from: number, to: number) => (from + to) / 2
      const shown = document.elementFromPoint(
        middle(Math.max(rect.left, box.left), Math.min(rect.right, box.right)),
        middle(Math.max(rect.top, box.top), Math.min(rect.bottom, box.bottom)),
      )
      // What passes over the button, as the save bar does, is not covered by it.
      return shown?.closest('.install-button') !== null
    }
    const under = things().filter(({ rects }) => rects().some((rect) => !beside(rect)))
    const found = new Set<string>()
    const end = document.documentElement.scrollHeight - innerHeight
    for (let top = 0; top < end + 20; top += 20) {
      scrollTo(0, Math.min(top, end))
      const { top: from, bottom: to } = button.getBoundingClientRect()
      if (to <= 0 || from >= innerHeight) continue
      // Clipping takes longer, and makes nothing larger.
      for (const { name, element, rects } of under)
        if (rects().some((rect) => overlaps(rect) && covers(clipped(rect, element))))
          found.add(name)
    }
    scrollTo(0, 0)
    return [...found]

    type Thing = { name: string; element: Element; rects: () => DOMRect[] }

    /** Controls, pictures and texts that are shown, apart from the button itself. */
    function things(): Thing[] {
      const controls =
        'a[href], button, input, select, textarea, summary, label, [tabindex="0"], img, svg, video'
      const found: Thing[] = [...document.querySelectorAll(controls)].map((element) => ({
        name: element.outerHTML.slice(0, 120),
        element,
        rects: () => [element.getBoundingClientRect()],
      }))
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { currentNode: text } = texts
        const element = text.parentElement
        if (!element || !text.textContent?.trim()) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        found.push({
          name: text.textContent,
          element,
          rects: () => [...range.getClientRects()],
        })
      }
      return found.filter(
        ({ element }) =>
          !element.closest('.install-button, .hidden-text, script, style, noscript, template') &&
          !element.contains(button ?? null) &&
          element.checkVisibility({ visibilityProperty: true }),
      )
    }

    /** The part of it that its scrolling and clipping ancestors show. */
    function clipped(rect: DOMRect, element: Element): DOMRect {
      let { left, top, right, bottom } = rect
      for (let above: Element | null = element; above; above = above.parentElement) {
        if (above === document.body || getComputedStyle(above).overflow === 'visible') continue
        const edge = above.getBoundingClientRect()
        left = Math.max(left, edge.left)
        top = Math.max(top, edge.top)
        right = Math.min(right, edge.right)
        bottom = Math.min(bottom, edge.bottom)
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }
  })
}
