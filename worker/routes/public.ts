import { Hono } from 'hono'
import type { App } from '../env.ts'

export const publicRoutes = new Hono<App>()
