import { Hono } from 'hono'
import type { App } from '../env.ts'

export const viewRoutes = new Hono<App>()
