import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { formSubmissions } from '../../schema/inbox/tables.ts'
import { dayMs } from '../platform/time.ts'
import { db, makeCard } from '../testing/app.ts'
import { runJob } from '../testing/run-job.ts'

test('IP addresses are deleted after 30 days, submissions after 24 months', async () => {
  const now = Date.now()
  const { id: cardId } = await makeCard()
  await db.insert(formSubmissions).values(
    [1, 31, 731].map((days) => ({
      cardId,
      clientId: `${days}`,
      formData: {},
      submitterIp: '203.0.113.0/24',
      timestamp: new Date(now - days * dayMs).toISOString(),
    })),
  )
  for (let time = 0; time < 2; time += 1) await runJob(env, 'forgetAddresses', now)
  const submissions = await db
    .select()
    .from(formSubmissions)
    .where(eq(formSubmissions.cardId, cardId))
    .orderBy(formSubmissions.id)
  expect(submissions.map(({ clientId, submitterIp }) => [clientId, submitterIp])).toEqual([
    ['1', '203.0.113.0/24'],
    ['31', 'Unknown'],
  ])
})
