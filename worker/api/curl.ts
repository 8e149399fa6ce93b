/** A call as a line for the terminal. */
import type { Row } from '../policy/row.ts'
import { type Call, typesOf } from './calls.ts'

/** The session travels in `cookies.txt`, which the example of signing in writes. */
export function curlOf({ method, path, row, example, parts: form }: Call, origin: string): string {
  const address = `${origin}${path
    .replace(/:\w*id\b/gi, '1')
    .replace(/:(session|token)/, 'b7QmX2kP0a9sLw')
    .replace(/:slug/, 'ada-lovelace')
    .replace(/:key/, 'name.webp')
    .replace('*', '')}`
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${address}'`,
    path === '/api/login' ? '-c cookies.txt' : '',
    ...credentials(row),
    ...(form ? Object.entries(example ?? {}).map(([name, value]) => `-F '${name}=${value}'`) : []),
    ...(example && !form
      ? [`-H 'Content-Type: ${typesOf(row)[0]}'`, `-d '${JSON.stringify(example)}'`]
      : []),
  ]
  return parts.filter(Boolean).join(' \\\n  ')
}

function credentials({ who, byToken }: Row): string[] {
  if (byToken) return ["-H 'Authorization: Bearer edg_…'"]
  return who === 'anyone' ? [] : ['-b cookies.txt']
}
