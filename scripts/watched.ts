/** Runs a command that must not stand still. */
import { spawn } from 'node:child_process'

/** Its exit code, and null when a signal ended it; 'silent' when it printed nothing for that many milliseconds and was ended for it. */
export function watched(
  command: string,
  args: string[],
  patience: number,
): Promise<number | null | 'silent'> {
  const running = spawn(command, args, {
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}) },
  })
  let silent = false
  const end = setTimeout(() => {
    silent = true
    running.kill()
    setTimeout(() => running.kill('SIGKILL'), 5000).unref()
  }, patience)
  running.stdout.on('data', (text) => {
    end.refresh()
    process.stdout.write(text)
  })
  return new Promise((resolve) =>
    running.on('exit', (code) => {
      clearTimeout(end)
      resolve(silent ? 'silent' : code)
    }),
  )
}
