/** Forces garbage collection over the inspector, so that memory measured afterwards is in use. */
import * as z from 'zod/mini'

const Targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }))
// An isolate without a request so far never responds.
const timeoutMs = 1500

/** Collects garbage in every isolate of the runtime; skips one that does not respond within 1.5 seconds. */
export async function forceGc(inspectorPort: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${inspectorPort}/json`)
  const targets = Targets.parse(await response.json())
  await Promise.all(
    targets.map((target) => call(target.webSocketDebuggerUrl, 'HeapProfiler.collectGarbage')),
  )
}

function call(url: string, method: string): Promise<void> {
  const socket = new WebSocket(url)
  return new Promise<void>((resolve) => {
    setTimeout(resolve, timeoutMs)
    socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method })))
    for (const end of ['message', 'error', 'close'] as const)
      socket.addEventListener(end, () => resolve())
  }).finally(() => socket.close())
}
