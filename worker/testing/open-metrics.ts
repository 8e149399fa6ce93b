/** A reader of the OpenMetrics 1.0 text format that throws on what the specification forbids. Only tests import this. */

type Sample = { name: string; labels: Record<string, string>; value: number }
type Family = { name: string; type: string; unit: string; samples: Sample[] }

const metadata = /^# (TYPE|UNIT|HELP) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/
const sampleForm =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (-?\d+(?:\.\d+)?(?:e[+-]\d+)?|[+-]Inf|NaN)$/
const labelForm = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/
const suffixes: Record<string, string[]> = {
  counter: ['_total', '_created'],
  gauge: [''],
  histogram: ['_bucket', '_count', '_sum', '_created'],
}

/** Returns the families by name. */
export function readOpenMetrics(text: string): Map<string, Family> {
  const families = new Map<string, Family>()
  let current: Family | undefined
  if (!text.endsWith('# EOF\n')) throw new Error('The text does not end with # EOF')
  for (const line of text.slice(0, -'# EOF\n'.length).split('\n').slice(0, -1)) {
    const [, kind = '', name = '', value = ''] = metadata.exec(line) ?? []
    if (kind === 'TYPE') {
      if (families.has(name)) throw new Error(`${name} is not in one place`)
      if (!suffixes[value]) throw new Error(`Unknown type: ${line}`)
      current = { name, type: value, unit: '', samples: [] }
      families.set(name, current)
    } else if (kind) {
      if (name !== current?.name || current.samples.length > 0)
        throw new Error(`Metadata out of place: ${line}`)
      if (kind === 'UNIT') current.unit = value
      if (kind === 'UNIT' && !name.endsWith(`_${value}`)) throw new Error(`Unit: ${line}`)
    } else {
      current?.samples.push(readSample(line, current))
      if (!current) throw new Error(`A sample without a type: ${line}`)
    }
  }
  for (const family of families.values()) checkFamily(family)
  return families
}

function readSample(line: string, { name: family, type }: Family): Sample {
  const [, name = '', list = '', value = ''] = sampleForm.exec(line) ?? []
  if (!suffixes[type]?.some((suffix) => name === family + suffix))
    throw new Error(`Not a sample of ${family}: ${line}`)
  const labels: Record<string, string> = {}
  for (let rest = list; rest !== ''; ) {
    const [whole, label = '', text = ''] = labelForm.exec(rest) ?? []
    if (whole === undefined || label in labels) throw new Error(`Labels: ${line}`)
    labels[label] = text.replace(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter))
    rest = rest.slice(whole.length)
  }
  return { name, labels, value: Number(value.replace('Inf', 'Infinity')) }
}

function checkFamily({ name, type, samples }: Family): void {
  const keys = samples.map((sample) => `${sample.name} ${JSON.stringify(sample.labels)}`)
  if (new Set(keys).size !== keys.length) throw new Error(`${name} has a sample twice`)
  if (type !== 'gauge' && samples.some(({ value }) => !(value >= 0)))
    throw new Error(`${name} is negative`)
  if (type === 'histogram') checkHistogram(samples)
}

function checkHistogram(samples: Sample[]): void {
  const groups = Map.groupBy(samples, ({ labels: { le: _, ...others } }) => JSON.stringify(others))
  for (const [key, own] of groups) {
    const buckets = own.filter(({ name }) => name.endsWith('_bucket'))
    const limits = buckets.map(({ labels }) => labels.le ?? '')
    if (limits.some((limit) => !/^(\d+\.\d+|\+Inf)$/.test(limit)))
      throw new Error(`${key}: a limit is not canonical`)
    const numbers = limits.map((limit) => Number(limit.replace('+Inf', 'Infinity')))
    const isRising = (all: number[], strictly: boolean) =>
      all.every((n, at) => at === 0 || n > (all[at - 1] ?? 0) - (strictly ? 0 : 1e-9))
    const counts = buckets.map(({ value }) => value)
    if (!isRising(numbers, true) || !isRising(counts, false))
      throw new Error(`${key}: the buckets do not rise`)
    const count = own.find(({ name }) => name.endsWith('_count'))?.value
    if (numbers.at(-1) !== Number.POSITIVE_INFINITY || counts.at(-1) !== count)
      throw new Error(`${key}: the last bucket is not the count`)
  }
}
