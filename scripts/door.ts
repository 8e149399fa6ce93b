/** The public port: a plain TCP pipe to the runtime, so that stopping can refuse new visitors while the queue drains. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { stop } from './stop.ts'

// Each takes two file handles of the process and more of the runtime.
const connectionsMax = 500

export type Door = { open: (target: URL) => void; close: () => void }

/** Takes the port on every host, or stops with one sentence; connections wait until `open` says where to. */
export async function takePort(port: number, hosts: string[]): Promise<Door> {
  const sockets = new Set<Socket>()
  let target: URL | undefined
  const waiting: Socket[] = []
  const enter = (socket: Socket) => {
    sockets.add(
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket)),
    )
    if (target) pipe(socket, target)
    else waiting.push(socket)
  }
  const servers = (await Promise.all(hosts.map((host) => listen(port, host, enter)))).filter(
    (server) => server !== undefined,
  )
  return {
    open(url) {
      target = url
      for (const socket of waiting) pipe(socket, url)
    },
    close() {
      for (const server of servers) server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

function pipe(visitor: Socket, { hostname, port }: URL) {
  const runtime = connect(Number(port), hostname).on('error', () => visitor.destroy())
  visitor.on('close', () => runtime.destroy())
  visitor.pipe(runtime).pipe(visitor)
}

function listen(
  port: number,
  host: string,
  enter: (socket: Socket) => void,
): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer({ noDelay: true }, enter)
    server.maxConnections = connectionsMax
    server.on('error', (error: NodeJS.ErrnoException) => {
      // Once it listens, an error is a connection that could not be accepted: the visitor's loss alone.
      if (server.listening)
        return console.error(`  A connection was not accepted: ${error.message}`)
      // A machine without IPv6 has no ::1; the other address serves alone.
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return resolve(undefined)
      stop(
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken; stop what uses it, or name another in PORT.`
          : `Port ${port} cannot be opened; name another in PORT.`,
      )
    })
    server.listen(port, host, () => resolve(server))
  })
}
