import { Hono } from 'hono'
import type { App } from '../env.ts'

export const formsRoutes = new Hono<App>()
