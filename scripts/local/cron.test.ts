import { expect, test } from 'vitest'
import wranglerToml from '../../wrangler.toml?raw'
import { dueTriggers } from './cron.ts'

const at = (time: string) => Date.parse(`2026-03-01T${time}Z`)
const found = (since: string, now: string) =>
  dueTriggers(at(since), at(now)).map(
    ({ cron, scheduledTime }) => `${cron} at ${scheduledTime.toISOString().slice(11, 16)}`,
  )

test('the local start runs both triggers of wrangler.toml at their times', () => {
  expect(found('10:58:17', '10:59:17')).toEqual(['* * * * * at 10:59'])
  expect(found('10:59:17', '11:00:17')).toEqual(['* * * * * at 11:00', '0 * * * * at 11:00'])
  expect(found('11:00:17', '11:01:17')).toEqual(['* * * * * at 11:01'])
  // The machine slept.
  expect(found('11:01:17', '13:20:17')).toEqual(['* * * * * at 13:20', '0 * * * * at 13:00'])
  expect(found('13:20:17', '13:20:18')).toEqual([])
  const crons = dueTriggers(0, at('12:00:00')).map(({ cron }) => `"${cron}"`)
  expect(wranglerToml).toContain(`crons = [${crons.join(', ')}]`)
})
