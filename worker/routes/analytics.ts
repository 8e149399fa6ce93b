import { Hono } from 'hono'
import type { App } from '../env.ts'

export const analyticsRoutes = new Hono<App>()
