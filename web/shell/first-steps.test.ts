import { expect, test } from 'vitest'
import { firstSteps, isComplete } from './first-steps.ts'

const fresh = {
  profilePicture: null,
  title: null,
  company: null,
  theme: 'minimalist',
  stats: { views: 0, clicks: 0, saves: 0 },
  newEntries: 0,
}

test('a step is completed by what is on the card', () => {
  expect(completed({})).toEqual([])
  expect(completed({ profilePicture: '/images/a.webp' })).toEqual(['photo'])
  expect(completed({ company: 'Kiln & Co' })).toEqual(['details'])
  expect(completed({ title: '' })).toEqual([])
  expect(completed({ theme: 'tech' })).toEqual(['theme'])
  expect(completed({ stats: { views: 1, clicks: 0, saves: 0 } })).toEqual(['scan'])
  expect(completed({ newEntries: 1 })).toEqual(['scan'])
})

test('a card whose figures are unknown counts as not scanned', () => {
  expect(completed({ stats: null })).toEqual([])
})

function completed(fields: Partial<Parameters<typeof isComplete>[0]>) {
  return firstSteps.map(({ id }) => id).filter((id) => isComplete({ ...fresh, ...fields }, id))
}
