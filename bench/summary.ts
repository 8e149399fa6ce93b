/** The report on thirty days of a card with a million events, against the same card with ten thousand. */
import type { Answer, Question } from './summary-worker.ts'
import { type Figure, median, spread } from './table.ts'
import { openWorker } from './worker.ts'

const sizes = { few: 10_000, many: 1_000_000 }
const cards = { few: 1, many: 2 }
const step = 50_000
const rounds = 5
const calls = 40
const dayMs = 86_400_000

export async function benchSummary(): Promise<Figure[]> {
  const worker = await openWorker<Answer>('bench/summary-worker.ts')
  const at = (Math.floor(Date.now() / dayMs) - 30) * dayMs
  const ask = (question: Question) => worker.ask(question)
  await worker.env.DB.exec(
    "insert into users (username, password, email) values ('bench', '', 'bench@bench.example')",
  )
  await worker.env.DB.exec(
    "insert into business_cards (user_id, slug, customizations, uid) values (1, 'few', '{}', 'few'), (1, 'many', '{}', 'many')",
  )
  await ask({ fill: sizes.few, start: 0, cardId: cards.few, at })
  for (let start = 0; start < sizes.many; start += step)
    await ask({ fill: step, start, cardId: cards.many, at })
  const times: { few: number[]; many: number[] } = { few: [], many: [] }
  await ask({ report: calls, cardId: cards.few })
  await ask({ report: calls, cardId: cards.many })
  for (let round = 0; round < rounds; round += 1) {
    times.few.push(median((await ask({ report: calls, cardId: cards.few })).milliseconds))
    times.many.push(median((await ask({ report: calls, cardId: cards.many })).milliseconds))
  }
  const { events } = await ask({ report: 1, cardId: cards.many })
  await worker.close()
  return [figure(times, events)]
}

function figure({ few, many }: { few: number[]; many: number[] }, events: number): Figure {
  const ratio = median(many) / median(few)
  return {
    what: 'report on 30 days of a card: a million events against ten thousand',
    measured: `${ratio.toFixed(2)}x`,
    target: 'at most 2x',
    met: ratio <= 2 && events === sizes.many,
    note: `a million ${spread(many, 2)} ms, ten thousand ${spread(few, 2)} ms; counted ${events.toLocaleString('en')}; ${rounds} alternating rounds of ${calls} reports`,
    command: 'npm run bench -- summary',
  }
}
