/** A person's hand on a touch screen or a keyboard, which counts its presses. */
import { expect, type Locator, type Page } from '@playwright/test'

export type Hand = {
  isTouch: boolean
  press: (control: Locator) => Promise<void>
  /** Types the person's own data, whose letters are not counted. */
  type: (field: Locator, text: string) => Promise<void>
  /** Submits a form with its button, or with Enter where the focus is in a field or on the selected item. */
  submit: (button: Locator) => Promise<void>
  /** Moves a scrolling row to its next item. */
  swipe: (row: Locator) => Promise<void>
  /** Counts a press outside the page. */
  count: () => void
  presses: () => number
}

export function touch(page: Page): Hand {
  let presses = 0
  const tap = async (control: Locator) => {
    presses += 1
    await control.tap()
  }
  return {
    isTouch: true,
    press: tap,
    submit: tap,
    type: async (field, text) => {
      await tap(field)
      await page.keyboard.insertText(text)
    },
    swipe: async (row) => {
      presses += 1
      const box = await row.boundingBox()
      if (!box) throw new Error('The row is not visible.')
      const client = await page.context().newCDPSession(page)
      const y = box.y + box.height / 2
      const startedAt = Date.now() / 1000
      // A slow movement of 200 px, so that the row does not fling past the next item.
      const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', moved: number) =>
        client.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + 300 - moved, y }],
          timestamp: startedAt + moved / 400,
        })
      const settled = row.evaluate(
        (element) =>
          new Promise((resolve) => element.addEventListener('scrollend', resolve, { once: true })),
      )
      await send('touchStart', 0)
      for (let moved = 20; moved <= 200; moved += 20) await send('touchMove', moved)
      await send('touchEnd', 220)
      await settled
    },
    count: () => {
      presses += 1
    },
    presses: () => presses,
  }
}

export function keyboard(page: Page): Hand {
  let presses = 0
  const key = async (name: string) => {
    presses += 1
    await page.keyboard.press(name)
  }
  const reach = async (control: Locator) => {
    await expect(control).toBeVisible()
    const isFocused = () => control.evaluate((element) => element === document.activeElement)
    for (let steps = 0; steps < 40 && !(await isFocused()); steps += 1) await key('Tab')
    await expect(control).toBeFocused()
  }
  return {
    isTouch: false,
    press: async (control) => {
      await reach(control)
      await key('Enter')
    },
    type: async (field, text) => {
      await reach(field)
      await page.keyboard.insertText(text)
    },
    submit: async (button) => {
      const submits = 'input, [aria-pressed="true"]'
      const isInField = await page.evaluate((at) => document.activeElement?.matches(at), submits)
      if (!isInField) await reach(button)
      await key('Enter')
    },
    swipe: async (row) => {
      await reach(row.getByRole('button', { pressed: true }))
      await key('ArrowRight')
    },
    count: () => {
      presses += 1
    },
    presses: () => presses,
  }
}
