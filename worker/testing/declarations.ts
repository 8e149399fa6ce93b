/** The declarations of all endpoints by key, such as `POST /api/events`. */
import { app } from '../app.ts'
import { type Declaration, listEndpoints } from '../http/declaration.ts'

export const declarations: Record<string, Declaration> = Object.fromEntries(
  listEndpoints(app.routes).map(({ key, declaration }) => [key, declaration]),
)
