/** Runs a command that must not stand still. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'

// What never falls silent for so long while it works, in milliseconds.
const silenceMs = 180_000
// Half the share of what runs beside it, on Unix.
const nice = 3

/** Its exit code, null when a signal ended it, and 'silent' when it printed nothing for three minutes and was ended for it. */
export type Ending = number | null | 'silent'

/** Shows what it prints as it does. */
export function runWithWatchdog(command: string, args: string[]): Promise<Ending> {
  return ended(start(command, args), (text) => process.stdout.write(text))
}

/** With what it leaves of the machine to others, and what it prints shown in one piece when it has ended. */
export async function runInBackground(command: string, args: string[]): Promise<Ending> {
  const running = start(command, args)
  if (running.pid) setPriority(running.pid, nice)
  const printed: Buffer[] = []
  const ending = await ended(running, (text) => printed.push(text))
  process.stdout.write(Buffer.concat(printed))
  return ending
}

function start(command: string, args: string[]): ChildProcess {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  return spawn(command, args, {
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...color },
  })
}

function ended(running: ChildProcess, show: (text: Buffer) => void): Promise<Ending> {
  let silent = false
  const timer = setTimeout(() => {
    silent = true
    running.kill()
    setTimeout(() => running.kill('SIGKILL'), 5000).unref()
  }, silenceMs)
  for (const stream of [running.stdout, running.stderr])
    stream?.on('data', (text: Buffer) => {
      timer.refresh()
      show(text)
    })
  return new Promise((resolve) =>
    running.on('exit', (code) => {
      clearTimeout(timer)
      resolve(silent ? 'silent' : code)
    }),
  )
}
