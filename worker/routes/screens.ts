import { Hono } from 'hono'
import type { App } from '../env.ts'

export const screensRoutes = new Hono<App>()
