/** Locators for the figures of the analytics pages. */
import { expect, type Locator, type Page } from '@playwright/test'

/** The value of the figure with this title. */
export function figure(page: Page, title: string): Locator {
  return figureBox(page, title).locator('.figure-value > span').first()
}

/** The lines below the value of a figure. */
export function figureNotes(page: Page, title: string): Locator {
  return figureBox(page, title).locator('dd:not(.figure-value)')
}

/** The cells of the row with this heading. */
export function cellsOf(table: Locator, heading: string): Locator {
  const named = table.page().getByRole('rowheader', { name: heading, exact: true })
  return table.getByRole('row').filter({ has: named }).getByRole('cell')
}

/** Expects a row of a breakdown, such as a device, with its count and share. */
export async function expectPart(page: Page, name: string, figures: string[]): Promise<void> {
  const part = page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  await expect(part.locator('b, small')).toHaveText(figures)
}

function figureBox(page: Page, title: string): Locator {
  return page
    .locator('.analytics-figures dl > div')
    .filter({ has: page.getByText(title, { exact: true }) })
}
