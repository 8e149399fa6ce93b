import { Hono } from 'hono'
import type { App } from '../env.ts'

export const eventsRoutes = new Hono<App>()
