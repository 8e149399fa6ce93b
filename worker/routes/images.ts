import { Hono } from 'hono'
import type { App } from '../env.ts'

export const imagesRoutes = new Hono<App>()
