/** Asks the runtime to collect its garbage, over the inspector: what is in memory afterwards is in use. */
import * as z from 'zod'

const Targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }))
const patience = 10_000

/** In every isolate of the runtime that listens there, one after the other. */
export async function collectGarbage(inspectorPort: number): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${inspectorPort}/json`)
  for (const { webSocketDebuggerUrl } of Targets.parse(await answer.json()))
    await ask(webSocketDebuggerUrl, 'HeapProfiler.collectGarbage')
}

function ask(url: string, method: string): Promise<void> {
  const socket = new WebSocket(url)
  return new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${url} does not answer`)), patience)
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method })))
    socket.addEventListener('error', () => reject(new Error(`${url} cannot be reached`)))
    socket.addEventListener('message', () => {
      clearTimeout(late)
      resolve()
    })
  }).finally(() => socket.close())
}
