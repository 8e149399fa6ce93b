import { Hono } from 'hono'
import type { App } from '../env.ts'

export const usersRoutes = new Hono<App>()
