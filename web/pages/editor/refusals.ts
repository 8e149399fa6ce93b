import { RequestError } from '../../api.ts'

/** The field the server objected to, and its sentence; undefined when it names none. */
export function objectionOf(error: unknown): { path: string; message: string } | undefined {
  if (!(error instanceof RequestError) || ![400, 403, 409].includes(error.status)) return undefined
  const message = error.sentence
  if (/\bslug\b/i.test(message)) return { path: 'slug', message }
  if (/^Custom CSS/.test(message)) return { path: 'customizations.customCss', message }
  return undefined
}

/** Whether the same save may yet succeed: the server was not reached, is in trouble, or wants a sign-in or a decision. */
export function worthKeeping(error: unknown): boolean {
  if (!(error instanceof RequestError)) return true
  return [0, 401, 412, 429].includes(error.status) || error.status >= 500
}
