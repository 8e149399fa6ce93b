/**
 * A stand-in for n8n: its RSS Feed Trigger reads a feed with `rss-parser` and runs the workflow for items that are
 * later than the latest one of the last poll, or than now at first. Only tests import this.
 */
import Parser from 'rss-parser'
import * as z from 'zod/mini'

const triggerType = 'n8n-nodes-base.rssFeedReadTrigger'

/** What n8n needs of a workflow that is pasted into it. */
const Workflow = z.object({
  nodes: z.array(
    z.object({
      name: z.string(),
      type: z.string().check(z.startsWith('n8n-nodes-base.')),
      typeVersion: z.number(),
      position: z.tuple([z.number(), z.number()]),
      parameters: z.record(z.string(), z.unknown()),
    }),
  ),
  connections: z.record(
    z.string(),
    z.object({
      main: z.array(
        z.array(z.object({ node: z.string(), type: z.literal('main'), index: z.number() })),
      ),
    }),
  ),
})

/** Imports a workflow; `poll` returns the items with which its next node runs. */
export function importWorkflow(json: string) {
  const { nodes, connections } = Workflow.parse(JSON.parse(json))
  const names = nodes.map(({ name }) => name)
  const trigger = nodes.find(({ type }) => type === triggerType)
  const next = connections[trigger?.name ?? '']?.main.flat().map(({ node }) => node) ?? []
  if (!trigger || next.length === 0 || !next.every((name) => names.includes(name)))
    throw new Error('The trigger leads to no node')
  const url = z.url().parse(trigger.parameters.feedUrl)
  let latest: string | undefined
  const poll = async () => {
    const after = latest === undefined ? Date.now() : Date.parse(latest)
    const { items } = await new Parser().parseURL(url)
    const dated = items.flatMap((item) => (item.isoDate ? [{ ...item, at: item.isoDate }] : []))
    latest =
      dated
        .map(({ at }) => at)
        .sort()
        .at(-1) ?? latest
    return dated.filter(({ at }) => Date.parse(at) > after)
  }
  return { poll }
}
