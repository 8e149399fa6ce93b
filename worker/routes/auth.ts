import { Hono } from 'hono'
import type { App } from '../env.ts'

export const authRoutes = new Hono<App>()
