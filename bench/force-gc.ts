/** Asks the runtime to collect its garbage, over the inspector: what is in memory afterwards is in use. */
import * as z from 'zod/mini'

const Targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }))
const timeoutMs = 10_000

/** In every isolate of the runtime that listens there; one that does not answer in ten seconds is left alone. */
export async function forceGc(inspectorPort: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${inspectorPort}/json`)
  const targets = Targets.parse(await answer.json())
  await Promise.all(
    targets.map((target) => ask(target.webSocketDebuggerUrl, 'HeapProfiler.collectGarbage')),
  )
}

function ask(url: string, method: string): Promise<void> {
  const socket = new WebSocket(url)
  return new Promise<void>((resolve) => {
    setTimeout(resolve, timeoutMs)
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method })))
    for (const end of ['message', 'error', 'close'] as const)
      socket.addEventListener(end, () => resolve())
  }).finally(() => socket.close())
}
