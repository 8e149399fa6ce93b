import { Hono } from 'hono'
import type { App } from '../env.ts'

export const docsRoutes = new Hono<App>()
