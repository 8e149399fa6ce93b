/** How the journeys read the figures of the analytics pages: by title, by row and by cell. */
import { expect, type Locator, type Page } from '@playwright/test'

/** A tile or a smaller figure by its title: its value alone. */
export function figure(page: Page, title: string): Locator {
  return figureBox(page, title).locator('.figure-value > span').first()
}

/** What stands beneath the value of a figure, line by line. */
export function figureNotes(page: Page, title: string): Locator {
  return figureBox(page, title).locator('dd:not(.figure-value)')
}

/** The cells of the row with that heading. */
export function cellsOf(table: Locator, heading: string): Locator {
  const named = table.page().getByRole('rowheader', { name: heading, exact: true })
  return table.getByRole('row').filter({ has: named }).getByRole('cell')
}

/** A part of a whole, such as a device, with its number and its share. */
export async function expectPart(page: Page, name: string, figures: string[]): Promise<void> {
  const part = page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  await expect(part.locator('b, small')).toHaveText(figures)
}

function figureBox(page: Page, title: string): Locator {
  return page
    .locator('.analytics-figures dl > div')
    .filter({ has: page.getByText(title, { exact: true }) })
}
