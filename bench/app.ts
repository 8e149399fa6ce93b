/** The app as a hand feels it: what moves while a screen loads, and how long an editor takes to answer. */
import { benchInteractions } from './app/interactions.ts'
import { openApp } from './app/open.ts'
import { benchShift } from './app/shift.ts'
import type { Figure } from './table.ts'

export async function benchApp(): Promise<Figure[]> {
  const app = await openApp()
  const figures = [await benchShift(app), ...(await benchInteractions(app))]
  await app.close()
  return figures
}
