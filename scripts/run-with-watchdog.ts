/** Runs a command and kills it if it hangs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'

// Maximum time without output, in milliseconds.
const silenceMs = 300_000
// On Unix this is half the CPU share of a process at the default priority.
const nice = 3

/** The exit code, null after a signal, or 'silent' if it was killed for printing nothing for five minutes. */
export type ExitStatus = number | null | 'silent'

/** Runs the command and streams its output. */
export function runWithWatchdog(command: string, args: string[]): Promise<ExitStatus> {
  return waitForExit(start(command, args), (text) => process.stdout.write(text))
}

/** Runs the command at low priority and prints its output when it exits. */
export async function runInBackground(command: string, args: string[]): Promise<ExitStatus> {
  const running = start(command, args)
  if (running.pid) setPriority(running.pid, nice)
  const printed: Buffer[] = []
  const status = await waitForExit(running, (text) => printed.push(text))
  process.stdout.write(Buffer.concat(printed))
  return status
}

function start(command: string, args: string[]): ChildProcess {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  return spawn(command, args, {
    stdio: ['inherit', 'pipe', 'pipe'],
    // The build leaves NODE_ENV at production, in which messages of the app are not compiled on the fly.
    env: { ...process.env, NODE_ENV: 'test', ...color },
  })
}

function waitForExit(running: ChildProcess, show: (text: Buffer) => void): Promise<ExitStatus> {
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
