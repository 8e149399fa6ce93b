import { expect, onTestFinished, test, vi } from 'vitest'
import configuration from '../../wrangler.toml?raw'
import { readConsumers, standInQueues } from './queue-stand-in.ts'

const dayMs = 86_400_000
const consumer = {
  queue: 'events',
  maxBatchSize: 2,
  maxRetries: 3,
  deadLetterQueue: undefined,
  retentionMs: dayMs,
}

function freezeClock() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T00:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
}

test('the settings are those of wrangler.toml', () => {
  expect(readConsumers(configuration, dayMs)).toMatchObject([
    { queue: 'edgecard-events', maxRetries: 100, deadLetterQueue: 'edgecard-events-dead' },
    { queue: 'edgecard-events-dead', maxRetries: 100 },
  ])
})

test('the stand-in refuses what the platform refuses', async () => {
  freezeClock()
  const consume = async () => {}
  expect(() => standInQueues([{ ...consumer, maxRetries: 101 }], consume)).toThrow('limits')
  expect(() => standInQueues([{ ...consumer, maxBatchSize: 101 }], consume)).toThrow('limits')
  const { send } = standInQueues([consumer], consume)
  expect(() => send('events', 'x'.repeat(128_000))).toThrow('too large')
  const errors: unknown[] = []
  const late = standInQueues([consumer], async ({ messages }) => {
    for (const message of messages)
      try {
        message.retry({ delaySeconds: 43_201 })
      } catch (error) {
        errors.push(error)
      }
  })
  late.send('events', 1)
  await late.passMinute()
  expect(errors).toEqual([new Error('The delay exceeds the limit of the platform')])
})

test('a message is lost after its retries without a dead-letter queue, and after the retention', async () => {
  freezeClock()
  const attempts: number[] = []
  const fails = standInQueues([consumer], async ({ messages }) => {
    for (const message of messages) attempts.push(message.attempts)
    throw new Error('killed')
  })
  fails.send('events', 1)
  for (let minute = 0; minute < 10; minute += 1) await fails.passMinute()
  expect([attempts, fails.lost.length, fails.size()]).toEqual([[1, 2, 3, 4], 1, 0])
  const waits = standInQueues([consumer], async ({ messages }) => {
    for (const message of messages) message.retry({ delaySeconds: 43_200 })
  })
  waits.send('events', 1)
  for (let minute = 0; minute < 1439; minute += 1) await waits.passMinute()
  expect([waits.lost.length, waits.size()]).toEqual([0, 1])
  await waits.passMinute()
  expect([waits.lost.length, waits.size()]).toEqual([1, 0])
})

test('a message without a decision is acknowledged, and one retried too often goes to the dead-letter queue', async () => {
  freezeClock()
  const delivered: string[] = []
  const dead = { ...consumer, queue: 'dead' }
  const queues = standInQueues(
    [{ ...consumer, maxRetries: 0, deadLetterQueue: 'dead' }, dead],
    async ({ queue, messages }) => {
      delivered.push(`${queue} ${messages.length}`)
      if (queue === 'events') messages[0]?.retry()
    },
  )
  for (const body of [1, 2, 3]) queues.send('events', body)
  await queues.passMinute()
  expect(delivered).toEqual(['events 2', 'events 1', 'dead 2'])
  expect([queues.size(), queues.lost.length]).toEqual([0, 0])
})
