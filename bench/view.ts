/** A cached view: requests per second of the runtime's processor time. */
import { openDemo } from './demo.ts'
import { findWorkerd, load, type Run } from './load.ts'
import { type Figure, median, spread } from './table.ts'

const port = 8791
const rounds = 5
const seconds = 7
// Four times what the same page took with Express, EJS and better-sqlite3 on the machine of docs/figures.md.
const target = 7600

export async function benchView(): Promise<Figure[]> {
  const demo = await openDemo({ directPort: port })
  const url = `http://127.0.0.1:${port}/view/ada`
  const workerd = findWorkerd()
  const runs: Run[] = []
  await load(url, workerd, 2)
  while (runs.length < rounds) runs.push(await load(url, workerd, seconds))
  await demo.close()
  const perCpu = runs.map(({ perCpuSecond }) => perCpuSecond)
  const show = (value: number) => Math.round(value).toLocaleString('en')
  return [
    {
      what: 'cached view: requests per CPU-second of the server',
      measured: show(median(perCpu)),
      target: `at least ${show(target)}`,
      met: median(perCpu) >= target,
      note: `${spread(perCpu)} requests per CPU-second, ${spread(runs.map(({ perSecond }) => perSecond))} requests/s; ${rounds} runs of ${seconds} s, 40 keep-alive connections`,
    },
  ]
}
