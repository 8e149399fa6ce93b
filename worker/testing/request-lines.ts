/** Collects the log lines of requests. Only tests import this. */
import { onTestFinished, vi } from 'vitest'
import * as z from 'zod/mini'

/** All that such a line may have. */
export const RequestLine = z.strictObject({
  at: z.literal('request'),
  method: z.string(),
  route: z.string(),
  status: z.int(),
  ms: z.int(),
  cache: z.optional(z.string()),
  code: z.optional(z.string()),
  colo: z.optional(z.string()),
})

/** The lines written from now on, until the test ends. */
export function collectRequestLines(): z.infer<typeof RequestLine>[] {
  const lines: z.infer<typeof RequestLine>[] = []
  const spy = vi
    .spyOn(console, 'log')
    .mockImplementation((line) => void lines.push(RequestLine.parse(JSON.parse(line))))
  onTestFinished(() => spy.mockRestore())
  return lines
}
